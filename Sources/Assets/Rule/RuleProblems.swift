/// Everything that is wrong with a rule, in the order of its lines.
public struct RuleProblems: Error, Sendable, Hashable, CustomStringConvertible {
  public let problems: [RuleProblem]

  public init(_ problems: [RuleProblem]) {
    self.problems = problems.sorted { $0.line < $1.line }
  }

  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
