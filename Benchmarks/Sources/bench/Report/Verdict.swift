/// The last word on a row.
enum Verdict {
  static let reached = "reached"
  static let missed = "MISSED"

  static func text(_ holds: Bool, _ bar: Bar) -> String {
    if case .none = bar { return "" }
    return holds ? reached : missed
  }
}
