/// The escape sequences that show a terminal's other screen, and the usual one again.
package struct ScreenEscapes: Sendable {
  package let enter: String
  package let leave: String

  /// - Parameter terminal: the variable `TERM`.
  /// - Returns: nil for a terminal that can't move its cursor.
  package init?(terminal: String?) {
    guard let terminal, !terminal.isEmpty, terminal != "dumb" else { return nil }
    // The console of Linux has one screen, which is emptied instead.
    let isConsole = terminal == "linux"
    enter = (isConsole ? "" : "\u{1B}[?1049h") + "\u{1B}[?7l\u{1B}[H\u{1B}[J"
    leave = "\u{1B}[?7h" + (isConsole ? "\u{1B}[H\u{1B}[J" : "\u{1B}[?1049l")
  }
}
