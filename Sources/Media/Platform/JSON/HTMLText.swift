/// Text from outside, such as a file name, made safe for an HTML page. Markup is escaped, also in
/// attributes. Characters that reorder, break or hide text are written as escapes such as
/// `\u{202e}`, and line ends and tabs become spaces.
package enum HTMLText {
  /// Returns the text for an element or an attribute.
  package static func escaped(_ text: String) -> String {
    spelledOut(text).escaping([
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ])
  }

  /// Escapes characters that reorder, break or hide text, for a page's `textContent`.
  package static func spelledOut(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": result += " "
      case _ where scalar.misleadsTerminals:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
