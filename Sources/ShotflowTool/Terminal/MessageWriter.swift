/// Writes messages to standard error, above whatever the terminal shows at the bottom.
struct MessageWriter: Sendable {
  let status: StatusLine
  let style: Style

  /// Writes one line; everything that a terminal must not see is escaped.
  func write(_ message: String) {
    status.write(TerminalText.escaped(message))
  }

  /// Writes one line that stands out.
  func writeProblem(_ message: String) {
    status.write(style.red(TerminalText.escaped(message)))
  }

  /// Writes lines that were put together with ``Style`` and ``TerminalText/escaped(_:)``.
  func writeEscaped(_ lines: String) {
    status.write(lines)
  }
}
