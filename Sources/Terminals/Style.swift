/// How messages stand out, on a terminal that can.
package struct Style: Sendable, Hashable {
  package let isColored: Bool

  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// Follows the command line, then `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`, then the terminal.
  ///
  /// - Parameter environment: a variable's value. The variables are those of no-color.org and
  ///   bixense.com/clicolors; an empty one is none.
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

  package func bold(_ text: String) -> String { marked(text, 1) }
  package func dim(_ text: String) -> String { marked(text, 2) }
  package func red(_ text: String) -> String { marked(text, 31) }
  package func green(_ text: String) -> String { marked(text, 32) }
  package func yellow(_ text: String) -> String { marked(text, 33) }
  package func blue(_ text: String) -> String { marked(text, 34) }
  package func magenta(_ text: String) -> String { marked(text, 35) }

  /// Select Graphic Rendition (ECMA-48, section 8.3.117), reset behind the text.
  private func marked(_ text: String, _ rendition: Int) -> String {
    isColored ? "\u{1B}[\(rendition)m\(text)\u{1B}[0m" : text
  }
}
