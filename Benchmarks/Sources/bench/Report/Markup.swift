/// HTML and SVG, written as text.
enum Markup {
  /// Text as it stands between tags and in quoted attributes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
  }

  /// A coordinate; two decimals are finer than any screen.
  static func number(_ value: Double) -> String {
    Figure.plain((value * 100).rounded() / 100)
  }

  /// An element with a text in it.
  static func element(
    _ name: String, with attributes: KeyValuePairs<String, String> = [:], _ text: String
  ) -> String {
    "<\(name)\(written(attributes))>\(escaped(text))</\(name)>"
  }

  /// An element of SVG that has nothing in it.
  static func shape(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
    "<\(name)\(written(attributes))/>"
  }

  private static func written(_ attributes: KeyValuePairs<String, String>) -> String {
    attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
  }
}
