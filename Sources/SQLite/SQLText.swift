/// A piece of SQL with the values of its parameters, in order.
package struct SQLText: Hashable, Sendable, ExpressibleByStringInterpolation {
  package var text: String
  package var values: [SQLiteValue]

  package init(_ text: String, _ values: [SQLiteValue] = []) {
    self.text = text
    self.values = values
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// All pieces in parentheses with a word between them; `empty` when there are none.
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

  /// The SQL with its values in place, to be read by a person and by nobody else.
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
