/// A text that others wrote, such as a file name, as it may stand in a page.
///
/// Markup is escaped, in attributes as well. Characters that reorder, break or hide text are spelled
/// out, as `\u{202e}`, and line ends and tabs are spaces.
package enum HTMLText {
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in spelledOut(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text without characters that reorder, break or hide it, for a script that sets it as text.
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
