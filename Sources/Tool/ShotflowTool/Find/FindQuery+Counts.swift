internal import LuaBridge
internal import Pipeline
internal import Sessions

/// The stage `count` that `--count` and `--count-by` mean.
extension FindQuery {
  /// The options of a filter that choose among the rows of counts, if there are some.
  private static let rowOptions = ["sortedBy", "limit", "offset"]
  private static let columns = ["count", "bytes", "first", "last", "key"]
  /// Other names of columns, as in records.
  private static let columnNames = [
    "firstDate": "first", "firstLocalDate": "first", "lastDate": "last", "lastLocalDate": "last",
  ]

  /// Returns true if an option of a filter is about the rows of counts, not about assets.
  func countsRows(by option: String) -> Bool {
    !countedBy.isEmpty && Self.rowOptions.contains(option)
  }

  /// Returns the options of the rule's stage `count`; nil if the rule has none.
  ///
  /// - Throws: ``UsageProblem`` for an order that is no column of the counts.
  func countMembers() throws(UsageProblem) -> [ArgumentMember]? {
    if countsAll { return [ArgumentMember("sums", .flag(false))] }
    guard !countedBy.isEmpty else { return nil }
    var columns: [String] = []
    for order in orders { columns.append(try column(order)) }
    let members = [ArgumentMember("by", Self.value(countedBy.map { $0.meant }))]
    return members
      + results.filter { countsRows(by: $0.name) }.map { option in
        option.name == "sortedBy" ? ArgumentMember(option.name, Self.value(columns)) : option
      }
  }

  private static func value(_ texts: [String]) -> ArgumentValue {
    texts.count == 1 ? .text(texts[0]) : .list(texts.map(ArgumentValue.text))
  }

  /// Returns the column of counts that a value of `--sort` names, with its dash.
  private func column(_ order: String) throws(UsageProblem) -> String {
    let isFalling = order.hasPrefix("-")
    let name = isFalling ? String(order.dropFirst()) : order
    let counted = countedBy.first { $0.typed == name || $0.meant == name || $0.meant == key(name) }
    let known = Self.columns.contains(name) ? name : Self.columnNames[name]
    guard let column = counted?.meant ?? known else {
      let all = Self.columns.dropLast() + countedBy.map { $0.typed }
      throw UsageProblem(
        "--sort orders the rows of --count-by, which have no \"\(name)\"; their columns are"
          + " \(all.joined(separator: ", "))")
    }
    return isFalling ? "-\(column)" : column
  }
}
