/// A program that a rule starts, as the rule writes it.
public struct ProgramCall: Hashable, Sendable {
  /// The program, then its arguments; never empty.
  public let words: [String]
  /// The file that says so, beside which a program of its own lies.
  public let rulePath: String
  public let line: Int

  package init(_ words: [String], rulePath: String, line: Int) {
    precondition(!words.isEmpty, "a call names its program")
    self.words = words
    self.rulePath = rulePath
    self.line = line
  }

  package var name: String { words[0] }

  /// As messages name it.
  package var title: String { "exec \"\(name)\"" }

  /// As it stands in the rule.
  package var text: String { words.map { "\"\($0)\"" }.joined(separator: ", ") }
}
