/// The fields of files side by side, counted and judged.
struct Comparison {
  /// The differences of one field over all files.
  struct Count {
    var values = 0
    var agreed = 0
    var explained = 0

    var unexplained: Int { values - agreed - explained }
  }

  private(set) var counts: [ComparedField: Count] = [:]
  /// A line for each difference.
  private(set) var differences: [String] = []
  /// The file and the field of each difference.
  private(set) var places: Set<String> = []

  /// True if no field has more unexplained differences than its bar allows.
  var isWithinBars: Bool {
    counts.allSatisfy { field, count in count.unexplained * field.bar <= count.values }
  }

  mutating func add(
    _ path: String, ours: [ComparedField: String], theirs: ExiftoolFacts, page: FactsPage
  ) {
    for field in ComparedField.allCases {
      let (mine, other) = (ours[field], theirs.fields[field])
      guard mine != nil || other != nil, field.countsWhereAbsent || mine != nil && other != nil
      else { continue }
      counts[field, default: Count()].values += 1
      if let mine, let other, field.agree(mine, other) {
        counts[field]?.agreed += 1
        continue
      }
      let rule = DifferenceRule.allCases.first {
        page.lists($0) && $0.decides(field, ours: mine, theirs: theirs, our: ours)
      }
      let verdict: String
      if let rule {
        verdict = rule.verdict
      } else if page.explains(field, of: path) {
        verdict = "explained by a row of docs/facts.md"
      } else {
        verdict = "not explained"
      }
      if verdict != "not explained" { counts[field]?.explained += 1 }
      places.insert("\(path): \(field.rawValue)")
      differences.append(
        "\(path): \(field.rawValue): exiftool \(other ?? "nothing"), shotflow "
          + "\(mine ?? "nothing"): \(verdict)")
    }
  }

  /// A line for each field that any file has.
  var table: [String] {
    let head = ["field", "values", "agree", "explained", "not explained", "allowed"]
    let rows = ComparedField.allCases.compactMap { field -> [String]? in
      guard let count = counts[field] else { return nil }
      return [
        field.rawValue, "\(count.values)", "\(count.agreed)", "\(count.explained)",
        "\(count.unexplained)", "1 of \(field.bar)",
      ]
    }
    return ([head] + rows).map { cells in
      cells.map { $0.padding(toLength: 15) }.joined().trimmingSuffix()
    }
  }
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(1, length - count))
  }

  fileprivate func trimmingSuffix() -> String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
