/// Text for an element or an attribute of XML.
package enum XMLText {
  /// Returns the text without the characters that XML can't contain.
  package static func allowed(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { isAllowed($0) }))
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n", "\r": true
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": false
    default: true
    }
  }

  /// Returns the text with markup escaped, without the characters that XML can't contain.
  package static func escaped(_ text: String) -> String {
    allowed(text).escaping([
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\r": "&#13;", "\n": "&#10;",
      "\t": "&#9;",
    ])
  }
}
