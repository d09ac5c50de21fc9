/// The colours of messages, on a terminal that supports them.
package struct Style: Sendable, Hashable {
  /// True if texts are coloured.
  package let isColored: Bool

  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// Creates the style by the command line, then `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`
  /// (no-color.org and bixense.com/clicolors; an empty one counts as unset), then the terminal.
  package init(_ choice: ColorChoice, isTerminal: Bool, environment: (String) -> String?) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    switch choice {
    case .always: isColored = true
    case .never: isColored = false
    case .auto:
      if value("NO_COLOR") != nil {
        isColored = false
      } else if let force = value("CLICOLOR_FORCE"), force != "0" {
        isColored = true
      } else if value("CLICOLOR") == "0" {
        isColored = false
      } else {
        isColored = isTerminal && value("TERM") != nil && value("TERM") != "dumb"
      }
    }
  }

  /// Returns the text in bold.
  package func bold(_ text: String) -> String { marked(text, 1) }
  /// Returns the text dimmed.
  package func dim(_ text: String) -> String { marked(text, 2) }
  /// Returns the text in red.
  package func red(_ text: String) -> String { marked(text, 31) }
  /// Returns the text in green.
  package func green(_ text: String) -> String { marked(text, 32) }
  /// Returns the text in yellow.
  package func yellow(_ text: String) -> String { marked(text, 33) }
  /// Returns the text in blue.
  package func blue(_ text: String) -> String { marked(text, 34) }
  /// Returns the text in magenta.
  package func magenta(_ text: String) -> String { marked(text, 35) }

  /// Encloses the text in Select Graphic Rendition (ECMA-48, section 8.3.117) and its reset.
  private func marked(_ text: String, _ rendition: Int) -> String {
    isColored ? "\u{1B}[\(rendition)m\(text)\u{1B}[0m" : text
  }
}

/// The values of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
