package import Pipeline

/// What is wrong with the configuration file: place, cause and remedy, as for a rule.
package struct ConfigurationProblem: Error, CustomStringConvertible {
  package let problems: [RuleProblem]
  /// The text of the file, to quote lines from.
  package let source: String

  /// A problem with a word of the file.
  package init(
    _ message: String, token: String, suggestion: String? = nil, path: String, source: String
  ) {
    let isThere = source.contains(token)
    problems = [
      RuleProblem(
        path: path, line: isThere ? 1 : 0, message: message, token: token, suggestion: suggestion)
    ]
    self.source = source
  }

  package init(_ problems: RuleProblems, source: String) {
    self.problems = problems.problems
    self.source = source
  }

  package var description: String {
    problems.map { $0.rendered(source: source) }.joined(separator: "\n")
  }
}
