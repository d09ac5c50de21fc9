/// A problem of a rule: the place, the cause and, where there is one, the remedy.
public struct RuleProblem: Error, Sendable, Hashable {
  public let path: String
  /// The line, from 1; 0 when the problem is with the file as a whole.
  public let line: Int
  /// The cause, in lower case and without a full stop.
  public let message: String
  /// The word of the rule that is at fault, for a caret below it.
  public let token: String?
  /// The nearest right name.
  public let suggestion: String?

  public init(
    path: String, line: Int, message: String, token: String? = nil, suggestion: String? = nil
  ) {
    self.path = path
    self.line = line
    self.message = message
    self.token = token
    self.suggestion = suggestion
  }
}
