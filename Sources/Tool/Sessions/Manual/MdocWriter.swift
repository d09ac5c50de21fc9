internal import Terminal

/// A writer of a manual page's source in mdoc(7). It escapes texts, so that none is taken for a
/// macro, and ends a line after each sentence, as mdoc(7) recommends.
struct MdocWriter {
  private(set) var text = ""

  private static let longestLine = 78

  enum Part {
    case macro(String)
    /// A text that is escaped, and quoted if it has spaces.
    case word(String)
    /// A text that is written as it is, such as a comma or an ellipsis.
    case mark(String)
  }

  mutating func macro(_ name: String, _ parts: Part...) {
    macro(name, parts)
  }

  mutating func macro(_ name: String, _ parts: [Part]) {
    let words = parts.map { part in
      switch part {
      case .macro(let name): name
      case .word(let text): Self.quoted(text)
      case .mark(let mark): mark
      }
    }
    text += ([".\(name)"] + words).joined(separator: " ") + "\n"
  }

  mutating func section(_ name: String) {
    text += ".Sh \(name)\n"
  }

  mutating func add(_ block: TextBlock) {
    switch block {
    case .paragraph(let text): add(sentences: text)
    case .example(let lines): add(example: lines)
    case .terms(let terms): list(terms) { .word($0) }
    }
  }

  /// Adds blocks with space between them.
  mutating func add(_ blocks: [TextBlock]) {
    for (place, block) in blocks.enumerated() {
      if place > 0, case .paragraph = block { text += ".Pp\n" }
      add(block)
    }
  }

  mutating func add(sentences: String) {
    var line = ""
    for word in sentences.split(whereSeparator: \.isWhitespace) {
      let next = Self.escaped(String(word))
      if !line.isEmpty, line.utf8.count + 1 + next.utf8.count > Self.longestLine {
        end(&line)
      }
      line += line.isEmpty ? next : " \(next)"
      if let last = word.last(where: { !")\"".contains($0) }), ".!?".contains(last) { end(&line) }
    }
    end(&line)
  }

  mutating func add(example lines: [String]) {
    text += ".Bd -literal -offset indent\n"
    for line in lines { text += Self.guarded(Self.escaped(line)) + "\n" }
    text += ".Ed\n"
  }

  /// Adds a list of terms with their meanings; `parts` returns the macros that print a term.
  mutating func list(_ terms: [TextBlock.Term], _ parts: (String) -> Part...) {
    text += ".Bl -tag -width Ds\n"
    for term in terms {
      macro("It", parts.map { $0(term.name) })
      add(sentences: term.meaning)
    }
    text += ".El\n"
  }

  private mutating func end(_ line: inout String) {
    if !line.isEmpty { text += Self.guarded(line) + "\n" }
    line = ""
  }

  /// Returns a line that can't be interpreted as a macro.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }

  /// Returns a part of a macro's line, in which neither spaces nor macro names have a meaning.
  static func quoted(_ text: String) -> String {
    let escaped = escaped(text)
    // A macro's name has two or three letters; a single character could be punctuation.
    let isNoMacro = text.utf8.count < 2 || text.utf8.count > 3
    let isPlain =
      text.first.map { $0 == "-" || $0.isNumber || $0.isLetter && isNoMacro } ?? false
    return isPlain && !text.contains(" ") ? escaped : "\"\\&\(escaped)\""
  }

  /// Returns a text of which every character is shown literally. Hyphens become those of ASCII, as
  /// most of them are parts of options and of names to type.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      case " "..."}": escaped.unicodeScalars.append(scalar)
      // groff can't print this character on an ASCII terminal.
      case "\u{2026}": escaped += "..."
      case "\u{A0}"...:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      default: escaped += " "
      }
    }
    return escaped
  }
}
