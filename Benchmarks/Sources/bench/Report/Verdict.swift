/// The last word on a row.
enum Verdict {
  static let reached = "reached"
  static let missed = "MISSED"
  static let skipped = "skipped"
  /// The smallest program reaches the bar, or it doesn't.
  private static let inReach = "in reach"
  private static let outOfReach = "out of reach"

  static func reach(_ holds: Bool) -> String { holds ? inReach : outOfReach }

  static func text(_ holds: Bool, _ bar: Bar) -> String {
    if case .none = bar { return "" }
    return holds ? reached : missed
  }
}
