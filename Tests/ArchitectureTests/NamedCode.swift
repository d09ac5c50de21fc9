import Foundation

/// A name of the code in a document: a type, a member of a type such as `Asset.addVersion`, or a
/// name of C such as `csystem_start`.
struct NamedCode {
  private let name: String

  /// Returns nil for a text in backquotes that is no such name: a command, a word of rules.
  init?(_ quote: String) {
    let isType = quote.wholeMatch(of: /[A-Z]\w*[a-z]\w*(\.\w+)?/) != nil
    guard isType || quote.contains(/^\w+_\w+$/) else { return nil }
    name = quote
  }

  /// Returns true if a file declares the name.
  func isDeclared(in text: String) -> Bool {
    if name.contains("_") { return text.contains(name) }
    let parts = name.split(separator: ".").map(String.init)
    let types = ["class", "struct", "enum", "protocol", "actor", "typealias"]
    guard parts.count == 2 else { return text.declares(parts[0], after: types) }
    return text.declares(parts[0], after: types + ["extension"])
      && (parts[1] == "init"
        ? text.contains("init(") : text.declares(parts[1], after: Self.members))
  }

  private static let members = ["var", "let", "func", "case", "struct", "enum", "class"]
}

extension String {
  /// Returns true if the name follows one of the words.
  fileprivate func declares(_ name: String, after words: [String]) -> Bool {
    words.contains { word in
      ranges(of: "\(word) \(name)").contains { range in
        range.upperBound == endIndex
          || !(self[range.upperBound].isLetter || self[range.upperBound].isNumber)
      }
    }
  }
}
