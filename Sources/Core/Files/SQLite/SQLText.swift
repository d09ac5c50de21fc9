/// A piece of SQL with the values of its parameters, in order.
package struct SQLText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The SQL, with `?` for each parameter.
  package var text: String
  /// The values of the parameters.
  package var values: [SQLiteValue]

  package init(_ text: String, _ values: [SQLiteValue] = []) {
    self.text = text
    self.values = values
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// Joins all pieces, each in parentheses, by a word such as `AND`; `empty` if there are none.
  package init(joining pieces: [SQLText], with word: String, empty: String) {
    guard pieces.count != 1 else {
      self = pieces[0]
      return
    }
    text =
      pieces.isEmpty ? empty : "(" + pieces.map(\.text).joined(separator: " \(word) ") + ")"
    values = pieces.flatMap(\.values)
  }

  package static func + (left: SQLText, right: SQLText) -> SQLText {
    SQLText(left.text + right.text, left.values + right.values)
  }

  package static func += (left: inout SQLText, right: SQLText) {
    left = left + right
  }

  /// The SQL with its values inserted, to be shown to the user but not executed.
  package var literal: String {
    var rest = values[...]
    var result = ""
    for character in text {
      if character == "?", let value = rest.popFirst() {
        result += value.literal
      } else {
        result.append(character)
      }
    }
    return result
  }
}

/// A text of printable ASCII, which SQLite and Swift compare in the same way.
package struct PlainText {
  package let string: String

  /// Checks a text; nil if it has other characters than printable ASCII, or 64 KiB or more.
  package init?(_ string: String) {
    guard string.utf8.count < 1 << 16, string.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    self.string = string
  }

  /// True if no other text has the same NFC form. K, the semicolon and the grave accent are also
  /// the NFC forms of the kelvin sign, the Greek question mark and the Greek accent.
  package var hasOneForm: Bool {
    !string.utf8.contains {
      $0 == UInt8(ascii: "K") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "`")
    }
  }
}
