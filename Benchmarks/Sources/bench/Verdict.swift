/// The last word on a row.
enum Verdict {
  static func text(_ holds: Bool, _ bar: Bar) -> String {
    if case .none = bar { return "" }
    return holds ? "reached" : "MISSED"
  }
}
