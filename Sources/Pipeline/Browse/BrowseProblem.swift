/// Why a request can't be answered, in the words of a message.
struct BrowseProblem: Error, Hashable, Sendable {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  init(_ problems: RuleProblems) {
    let messages = problems.problems.map { problem in
      problem.message + (problem.suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
    }
    self.init(messages.joined(separator: "; "))
  }
}
