internal import Pipeline

/// A problem of a rule that comes from the value of an option on the command line, as its message.
struct OptionMistake: CustomStringConvertible {
  let description: String
  /// The part of the option's value that the problem is in; nil if it is all of it.
  let excerpt: Excerpt?

  /// Creates the message; nil if the error is no problem of a rule, or no option was typed.
  init?(_ error: any Error, in words: [String]) {
    let problems: [RuleProblem]
    switch error {
    case let all as RuleProblems: problems = all.problems
    case let one as RuleProblem: problems = [one]
    default: return nil
    }
    let options = Self.options(in: words)
    guard let problem = problems.first, !options.isEmpty else { return nil }
    let named = options.first { option in
      option.value.map { problem.message.contains("\"\($0)\"") } ?? false
    }
    let option = named ?? (options.count == 1 ? options[0] : nil)
    let isNamed = option.map { problem.message.contains($0.name) } ?? true
    let remedy = problem.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
    excerpt = problem.excerpt.map { Self.typed($0, among: options.compactMap { $0.value }) }
    description =
      (isNamed ? "" : option.map { "option \($0.name): " } ?? "") + problem.message + remedy
  }

  /// Returns an excerpt without what the rule added around the value of an option; as it is if the
  /// problem is in what was added.
  private static func typed(_ excerpt: Excerpt, among values: [String]) -> Excerpt {
    let end = excerpt.column + excerpt.width
    for value in values where !value.isEmpty {
      for range in excerpt.text.ranges(of: value) {
        let start = excerpt.text.distance(
          from: excerpt.text.startIndex, to: range.lowerBound)
        if start <= excerpt.column, end <= start + value.count {
          return Excerpt(value, excerpt.column - start..<end - start)
        }
      }
    }
    return excerpt
  }

  /// Returns the options with the values that follow them.
  private static func options(in words: [String]) -> [(name: String, value: String?)] {
    words.enumerated().filter { $1.hasPrefix("--") && $1.count > 2 }.map { place, word in
      if let equals = word.firstIndex(of: "=") {
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
      }
      return (word, place + 1 < words.count ? words[place + 1] : nil)
    }
  }
}
