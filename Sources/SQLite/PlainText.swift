/// A text of printable ASCII, which SQLite and Swift compare alike.
package struct PlainText {
  package let string: String

  /// Nil for a text with anything else in it, or longer than any that makes sense.
  package init?(_ string: String) {
    guard string.utf8.count < 1 << 16, string.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    self.string = string
  }

  /// Whether no other text is the same in NFC: the signs for kelvin, the Greek question mark and the
  /// Greek accent are K, a semicolon and a grave accent there.
  package var hasOneForm: Bool {
    !string.utf8.contains {
      $0 == UInt8(ascii: "K") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "`")
    }
  }
}
