internal import Platform

/// A command line of bash, split into words as bash would do. Only exported variables are expanded
/// whose values bash would not split or expand.
///
/// ```swift
/// BashLine(before: "shotflow find --album 'My hol", after: " --stats").words.current   // My hol
/// ```
package struct BashLine: Sendable {
  /// The arguments of the command at the cursor.
  package let words: LineArguments
  /// The quoting that is open at the cursor.
  package let quoting: BashQuoting
  /// True if bash expands a part of the word at the cursor, so that its text is unknown.
  package let isExpanded: Bool

  /// Splits a line, given as the texts before and after the cursor; `variable` returns the value of
  /// an exported variable, nil for any other.
  package init(
    before: String, after: String, variable: @escaping (String) -> String? = { _ in nil }
  ) {
    var reader = BashReader(variable: variable)
    reader.read(before)
    let words = reader.words
    let current = reader.current ?? BashReader.Word()
    quoting = reader.quoting
    isExpanded = current.isExpanded
    // The rest of the cursor's word is not an argument of its own.
    reader.read(after)
    reader.endWord()
    let behind = reader.words.dropFirst(words.count + (reader.isCurrentKept ? 1 : 0))
    let isAssignment = { (word: String) in
      word.contains("=") && word.first.map { $0.isLetter || $0 == "_" } == true
    }
    self.words = LineArguments(
      before: Array(words.drop(while: isAssignment).dropFirst()), current: current.text,
      after: Array(behind))
  }
}

/// A splitter of a bash line into words.
private struct BashReader {
  struct Word {
    var text = ""
    var isExpanded = false
  }

  private(set) var words: [String] = []
  /// The unfinished word; nil between words.
  private(set) var current: Word?
  private(set) var quoting = BashQuoting.none
  /// True if the cursor's word is one of `words`, and not the target of a redirection.
  private(set) var isCurrentKept = false
  private var texts = 0
  private var isOver = false
  private var isTarget = false
  /// The characters from an unquoted `$` on; nil outside of a variable's name.
  private var variable: String?
  private let value: (String) -> String?

  init(variable: @escaping (String) -> String?) {
    value = variable
  }

  mutating func read(_ text: String) {
    texts += 1
    if texts == 2 {
      isCurrentKept = true
      if current == nil { current = Word() }
    }
    for character in text.unicodeScalars where !isOver { take(character) }
    // The name may continue behind the cursor.
    if variable != nil { current?.isExpanded = true }
    variable = nil
  }

  /// Reads a character of a variable's name; returns false if it ends the name.
  private mutating func takeVariable(_ character: Unicode.Scalar) -> Bool {
    guard var name = variable else { return false }
    let isBraced = name.hasPrefix("${")
    if Self.isName(character) || name == "$" && character == "{" {
      name.unicodeScalars.append(character)
      variable = name
      return true
    }
    variable = nil
    let isWhole = !isBraced || character == "}"
    replace(isWhole ? String(name.dropFirst(isBraced ? 2 : 1)) : "")
    return isBraced && isWhole
  }

  private mutating func replace(_ name: String) {
    let isQuoted = quoting == .double
    guard !name.isEmpty, let value = value(name),
      value.unicodeScalars.allSatisfy({ isQuoted ? !$0.misleadsTerminals : Self.isPlain($0) })
    else {
      current?.isExpanded = true
      current?.text += "$" + name
      return
    }
    current?.text += value
  }

  private static func isName(_ character: Unicode.Scalar) -> Bool {
    switch character {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }

  /// Returns true for a character that bash neither splits nor expands in an unquoted value.
  private static func isPlain(_ character: Unicode.Scalar) -> Bool {
    isName(character) || "/.,:@%+=-".unicodeScalars.contains(character)
      || !character.isASCII && !character.misleadsTerminals
  }

  private mutating func take(_ character: Unicode.Scalar) {
    if variable == "$", character == "'", quoting == .none {
      variable = nil
      return begin(.ansi)
    }
    if takeVariable(character) { return }
    switch quoting {
    case .none: takePlain(character)
    case .escape:
      quoting = .none
      if character != "\n" { append(character) }
    case .single:
      if character == "'" { quoting = .none } else { append(character) }
    case .double:
      switch character {
      case "\"": quoting = .none
      case "\\": quoting = .doubleEscape
      default: appendDouble(character)
      }
    case .doubleEscape:
      quoting = .double
      if !BashQuoting.specialInDouble.contains(character), character != "\n" { append("\\") }
      if character != "\n" { append(character) }
    case .ansi:
      switch character {
      case "'": quoting = .none
      case "\\": quoting = .ansiEscape
      default: append(character)
      }
    case .ansiEscape:
      quoting = .ansi
      // Other escapes are rare; an unknown text completes nothing.
      switch character {
      case "n": append("\n")
      case "t": append("\t")
      case "\\", "'", "\"": append(character)
      default: current?.isExpanded = true
      }
    }
  }

  private mutating func takePlain(_ character: Unicode.Scalar) {
    switch character {
    case " ", "\t": endWord()
    case "\n", ";", "|", "&", "(", ")": endCommand()
    case "<", ">":
      // A number before a redirection belongs to it.
      if current?.text.allSatisfy(\.isNumber) == true { current = nil }
      endWord()
      isTarget = true
    case "\\": begin(.escape)
    case "\"": begin(.double)
    case "'": begin(.single)
    case "$":
      begin(.none)
      variable = "$"
    default:
      append(character)
      if "`*?[{".unicodeScalars.contains(character) { current?.isExpanded = true }
    }
  }

  private mutating func begin(_ quoting: BashQuoting) {
    if current == nil { current = Word() }
    self.quoting = quoting
  }

  private mutating func append(_ character: Unicode.Scalar) {
    if current == nil { current = Word() }
    current?.text.unicodeScalars.append(character)
  }

  private mutating func appendDouble(_ character: Unicode.Scalar) {
    if character == "$" {
      variable = "$"
    } else {
      append(character)
      if character == "`" { current?.isExpanded = true }
    }
  }

  mutating func endWord() {
    if let word = current {
      if !isTarget { words.append(word.text) } else if texts == 2 { isCurrentKept = false }
      isTarget = false
    }
    current = nil
  }

  private mutating func endCommand() {
    endWord()
    isTarget = false
    if texts == 1 { words = [] } else { isOver = true }
  }
}
