/// Writes messages to standard error, above whatever the terminal shows at the bottom.
package struct MessageWriter: Sendable {
  package let status: StatusLine
  package let style: Style

  package init(status: StatusLine, style: Style) {
    (self.status, self.style) = (status, style)
  }

  /// Writes one line; everything that a terminal must not see is escaped.
  package func write(_ message: String) {
    status.write(TerminalText.escaped(message))
  }

  /// Writes one line that stands out.
  package func writeProblem(_ message: String) {
    status.write(style.red(TerminalText.escaped(message)))
  }

  /// Writes lines that were put together with ``Style`` and ``TerminalText/escaped(_:)``.
  package func writeEscaped(_ lines: String) {
    status.write(lines)
  }
}
