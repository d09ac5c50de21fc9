internal import Platform

/// The escaping, shortening and measuring of texts for a terminal, such as names of files.
package enum TerminalText {
  /// Escapes each character that would move the cursor, start a command of the terminal, break the
  /// line, reorder the text or be invisible: `\n`, `\r`, `\t`, `\x1b`, `\u{202e}`. Joiners stay:
  /// emoji and several scripts need them. A `String` has U+FFFD for invalid UTF-8.
  package static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.misleadsTerminals {
        result += spelledOut(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Replaces the middle of an escaped text by `…` if it is wider than `columns`; the end stays, as
  /// it often has a number or a type.
  package static func shortened(_ text: String, to columns: Int) -> String {
    if self.columns(of: text) <= columns { return text }
    guard columns > 0 else { return "" }
    let tailColumns = (columns - 1) / 2
    let head = prefix(of: text, within: columns - 1 - tailColumns)
    let tail = prefix(of: text.reversed(), within: tailColumns)
    return head + "…" + String(tail.reversed())
  }

  /// Returns the longest start that takes no more than `limit` columns.
  private static func prefix(of text: some Sequence<Character>, within limit: Int) -> String {
    var result = ""
    var used = 0
    for character in text {
      used += columns(of: character)
      if used > limit { break }
      result.append(character)
    }
    return result
  }

  private static func spelledOut(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(scalar.value, radix: 16)
      if scalar.value > 0xFF { return "\\u{\(digits)}" }
      return scalar.value < 0x10 ? "\\x0\(digits)" : "\\x\(digits)"
    }
  }
}

extension TerminalText {
  /// Returns the number of columns that a text takes; where terminals differ, the larger number.
  package static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the columns of a character; of an emoji the sum of its parts, which may not be joined.
  package static func columns(of character: Character) -> Int {
    var sum = 0
    var asksForEmoji = false
    for scalar in character.unicodeScalars {
      sum += columns(of: scalar)
      if scalar.value == 0xFE0F { asksForEmoji = true }
    }
    return asksForEmoji ? max(2, sum) : sum
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return 0 }
    if isWide(scalar.value) { return 2 }
    // Two regional indicators are a flag, which takes two columns.
    let isRegionalIndicator = (0x1F1E6...0x1F1FF).contains(scalar.value)
    return properties.isEmojiPresentation && !isRegionalIndicator ? 2 : 1
  }

  /// Returns true in blocks that UAX #11 (East Asian Width) calls wide or fullwidth, without emoji.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
