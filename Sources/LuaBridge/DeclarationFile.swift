public import Engine

/// A Lua file that returns a call of one word with one table, such as `library { … }`.
///
/// It runs in the sandbox and with the budgets of rules, and is data: it has no functions.
public struct DeclarationFile: Sendable {
  /// The named values of the table.
  public let members: [ArgumentMember]
  /// The line of the call.
  public let line: Int

  /// - Parameter word: The word that the file calls.
  /// - Throws: ``RuleProblems`` if the file is invalid, with place, cause and nearest valid name.
  public init(_ file: RuleFile, word: String, printer: RulePrinter) throws(RuleProblems) {
    let words = RuleVocabulary(stages: [word], tests: [], constants: [])
    switch try SettingsFile.value(of: file, words, example: "\(word) { … }", printer: printer) {
    case .stage(let call) where call.name == word:
      line = call.line
      if case .table(let members)? = call.arguments.first, call.arguments.count == 1 {
        self.members = members
        return
      }
      throw Self.problem(
        "\(word) takes one table with names: \(word) { name = \"…\" }", word, file, line: line)
    default: throw Self.problem("the file returns \(word) { … }", "return", file, line: 1)
    }
  }

  private static func problem(
    _ message: String, _ token: String, _ file: RuleFile, line: Int
  ) -> RuleProblems {
    RuleProblems([RuleProblem(path: file.path, line: line, message: message, token: token)])
  }
}
