internal import SQLite

/// A pattern of a rule as SQLite's GLOB has it, which knows brackets and no escape.
struct GlobPattern {
  let text: String

  /// Nil for a pattern that is not printable ASCII.
  init?(_ pattern: LikePattern) {
    guard let plain = PlainText(pattern.text) else { return nil }
    var glob = ""
    var isEscaped = false
    for character in plain.string {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      let isWildcard = (character == "*" || character == "?") && !isEscaped
      let needsBrackets = ["*", "?", "["].contains(character) && !isWildcard
      glob += needsBrackets ? "[\(character)]" : "\(character)"
      isEscaped = false
    }
    if isEscaped { glob += "\\" }
    text = glob
  }
}
