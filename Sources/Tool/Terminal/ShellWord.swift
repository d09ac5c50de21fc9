internal import Platform

/// A word quoted for a shell and safe for a terminal, so that the user can copy it.
package struct ShellWord: CustomStringConvertible {
  private let word: String

  package init(_ word: String) {
    self.word = word
  }

  /// The word unquoted, in single quotes, or, if it could mislead a terminal, as `$'…'`, which
  /// bash, zsh and ksh support.
  package var description: String {
    if !word.isEmpty, word.utf8.allSatisfy(Self.isPlain) { return word }
    if TerminalText.escaped(word) == word {
      return "'" + word.escaping(["'": "'\\''"]) + "'"
    }
    return "$'" + word.utf8.map(Self.escaped).joined() + "'"
  }

  /// Returns a path as an argument that no program takes for an option: `./-x` for `-x`.
  package static func path(_ path: String) -> ShellWord {
    ShellWord(path.utf8.first == UInt8(ascii: "-") ? "./" + path : path)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_@+:,./-".utf8.contains(byte)
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\\"): return "\\" + String(UnicodeScalar(byte))
    case 0x20..<0x7F: return String(UnicodeScalar(byte))
    default:
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
    }
  }
}
