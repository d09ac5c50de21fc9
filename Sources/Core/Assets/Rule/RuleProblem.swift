/// A problem of a rule: its line, the cause and, if known, a remedy.
public struct RuleProblem: Error, Sendable, Hashable {
  /// The path of the rule's file.
  public let path: String
  /// The line, from 1; 0 when the problem is with the file as a whole.
  public let line: Int
  /// The description of the problem, in lower case and without a full stop.
  public let message: String
  /// The word of the rule that causes the problem, to be marked below the line; nil for none.
  public let token: String?
  /// The name that a misspelt name probably means; nil if none is similar.
  public let suggestion: String?
  /// The text that the problem is in, shown unless the marked line holds it; nil for none.
  public let excerpt: Excerpt?

  public init(
    path: String, line: Int, message: String, token: String? = nil, suggestion: String? = nil,
    excerpt: Excerpt? = nil
  ) {
    self.path = path
    self.line = line
    self.message = message
    self.token = token
    self.suggestion = suggestion
    self.excerpt = excerpt
  }
}

/// A line that an error shows, with carets below the place that is meant.
public struct Excerpt: Hashable, Sendable {
  package let text: String
  package let column: Int
  package let width: Int

  /// - Parameter place: the place in the text, in characters.
  package init(_ text: String, _ place: Range<Int>) {
    self.text = text
    column = place.lowerBound
    width = max(1, place.count)
  }

  /// The piece of the text that is meant.
  package var piece: String { String(text.dropFirst(column).prefix(width)) }
}

/// All problems of a rule, in the order of its lines.
public struct RuleProblems: Error, Sendable, Hashable, CustomStringConvertible {
  public let problems: [RuleProblem]

  public init(_ problems: [RuleProblem]) {
    self.problems = problems.sorted { $0.line < $1.line }
  }

  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}

extension RuleProblem: CustomStringConvertible {
  /// The message with the name that was probably meant.
  package var messageWithRemedy: String { message + NearestName.remedy(suggestion) }

  /// The problem in one line: `rules/a.lua:3: no stage called "fliter"; did you mean "filter"?`
  public var description: String { rendered(source: nil) }

  /// Returns the line of ``description``, the source line and a caret below the token.
  ///
  /// - Parameter source: the text of the rule, to quote the line from; nil to quote nothing.
  public func rendered(source: String?) -> String {
    pieces(source: source).map { $0.text }.joined()
  }

  /// The kinds of text in ``rendered(source:)``, for colours.
  package enum Piece: Sendable {
    case path, line, caret
    case text
  }

  /// Returns ``rendered(source:)`` divided into pieces of one colour.
  package func pieces(source: String?) -> [(part: Piece, text: String)] {
    var place = source.flatMap { self.place(in: $0) }
    // A text of the command line is nowhere in the rule.
    if let excerpt, source != nil, place?.text.contains(excerpt.text) != true {
      let line = place?.line ?? self.line
      place = (line, excerpt.text, excerpt.column, excerpt.width)
    }
    let line = place?.line ?? self.line
    var pieces: [(part: Piece, text: String)] = [(.path, path)]
    if line > 0 { pieces += [(.text, ":"), (.line, "\(line)")] }
    pieces.append((.text, ": \(messageWithRemedy)"))
    if let place {
      pieces += [
        (.text, "\n    \(place.text)\n    " + String(repeating: " ", count: place.column)),
        (.caret, String(repeating: "^", count: place.width)),
      ]
    }
    return pieces
  }

  /// Returns the problem with the line that contains ``token``, if it is below the call's.
  package func located(in source: String) -> RuleProblem {
    guard let line = place(in: source)?.line else { return self }
    return RuleProblem(
      path: path, line: line, message: message, token: token, suggestion: suggestion,
      excerpt: excerpt)
  }

  /// Returns the first position of the token as a whole word from the problem's line on; else nil.
  private func place(in source: String) -> (line: Int, text: String, column: Int, width: Int)? {
    guard let token, !token.isEmpty, line > 0 else { return nil }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for number in line..<max(line, min(lines.count + 1, line + 200)) {
      // Very long lines are generated, and are not shown.
      guard lines[number - 1].utf8.count <= 1000 else { continue }
      let text = String(lines[number - 1]).replacingTabs()
      guard let column = text.column(ofWord: token) else { continue }
      return (number, text, column, token.count)
    }
    return nil
  }
}

extension String {
  fileprivate func replacingTabs() -> String {
    String(flatMap { $0 == "\t" ? [" ", " "] : [$0] })
  }

  fileprivate func column(ofWord word: String) -> Int? {
    let characters = Array(self)
    let wanted = Array(word)
    guard wanted.count <= characters.count else { return nil }
    for start in 0...(characters.count - wanted.count) {
      let end = start + wanted.count
      guard characters[start..<end].elementsEqual(wanted) else { continue }
      let before = start > 0 && characters[start - 1].isWordPart && wanted[0].isWordPart
      let after =
        end < characters.count && characters[end].isWordPart
        && wanted[wanted.count - 1].isWordPart
      if !before && !after { return start }
    }
    return nil
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
