/// The values of `--progress`.
enum ProgressMode: String, CaseIterable, Sendable {
  case auto, bar, plain, json, none

  /// What is shown where there is, or isn't, a terminal.
  ///
  /// By itself a bar appears only while records go elsewhere: on the terminal that shows them it
  /// would end up between them.
  func display(isErrorTerminal: Bool, isOutputTerminal: Bool) -> ProgressDisplay {
    switch self {
    case .auto: isErrorTerminal && !isOutputTerminal ? .bar : .none
    case .bar: isErrorTerminal ? .bar : .plain
    case .plain: .plain
    case .json: .json
    case .none: .none
    }
  }
}
