/// How the progress of a run is shown.
package enum ProgressDisplay: Sendable {
  /// Only when a signal asks for it.
  case none
  /// One line at the bottom of a terminal, cleared at the end.
  case bar
  /// A line every ten seconds, and a summary.
  case plain
  /// Records for a program that shows it.
  case json

  /// When it is shown first, and again, in milliseconds; nil for never.
  package var rhythm: (first: Int64, next: Int64)? {
    switch self {
    case .none: nil
    case .bar: (500, 67)
    case .plain: (10_000, 10_000)
    case .json: (250, 250)
    }
  }
}
