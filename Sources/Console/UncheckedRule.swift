package import LuaBridge
package import Pipeline

/// A rule that can't be checked to its end, because options have to be set first.
package struct UncheckedRule: Error, CustomStringConvertible {
  package let options: [RuleOption]
  package let problem: RuleProblem

  package init(options: [RuleOption], problem: RuleProblem) {
    self.options = options
    self.problem = problem
  }

  package var description: String {
    let flags = options.map { "--\($0.flag)" }.joined(separator: ", ")
    return "can't be checked further without \(flags): \(problem)"
  }
}
