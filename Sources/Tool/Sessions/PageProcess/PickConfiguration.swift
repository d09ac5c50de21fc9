internal import LuaBridge
internal import Terminal

/// The limit of a picker and the assets that are selected from the start, which count towards the
/// limit, as in PHPickerConfiguration.
package struct PickConfiguration {
  /// The greatest number of picked assets, with those picked already; 0 for no limit.
  package let limit: Int
  /// The identifiers of the assets picked already, in order; the user can deselect them.
  package let identifiers: [String]
  /// The number of assets already picked that are not in the list.
  private let others: Int

  /// Returns the number of assets that can be picked from a list, 0 for no limit; nil, after a
  /// message, if none can be.
  package func limit(ofPicksFrom count: Int, _ messages: Messages) -> Int? {
    if count == 0 {
      messages.write("there is nothing to pick from")
    } else if limit == 0 || limit > others {
      return max(0, limit - others)
    } else {
      messages.write("none may be picked: the limit of \(limit) is reached")
    }
    return nil
  }

  /// Parses the options of a picker: `limit` is a number, nil for no limit; `selected` are a count,
  /// or identifiers with commas between them. Throws ``UsageProblem`` for an invalid number.
  package init(limit: String?, selected: [String]) throws(UsageProblem) {
    self.limit =
      try limit.map { (text) throws(UsageProblem) in
        try Self.count(text, "--limit takes a whole number, 0 or more")
      } ?? 0
    let names = selected.flatMap { RuleOption.parts(of: $0) }
    if names.count == 1, Int(names[0]) != nil {
      others = try Self.count(
        names[0], "--selected takes how many are picked already, or their identifiers")
      identifiers = []
    } else {
      others = 0
      identifiers = names
    }
  }

  /// Returns the first `limit` picked assets, each once, 0 for all; a message counts dropped ones.
  package func kept<Picked: Hashable>(
    _ picked: [Picked], within limit: Int, _ messages: Messages
  ) -> [Picked] {
    let (kept, excess) = AssetSelection.part(picked, within: limit)
    if excess > 0 {
      messages.write("\(excess) of \(picked.count) selected are left out: the limit is \(limit)")
    }
    return kept
  }

  private static func count(_ text: String, _ rule: String) throws(UsageProblem) -> Int {
    guard let count = Int(text), count >= 0 else { throw UsageProblem("\(rule), not \"\(text)\"") }
    return count
  }
}
