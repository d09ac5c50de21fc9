package import LuaBridge
package import Pipeline

/// The problems in the configuration file, each with its line, cause and remedy, as for a rule.
package struct ConfigurationProblem: Error, CustomStringConvertible {
  /// The problems, each with its line in the file.
  package let problems: [RuleProblem]
  /// The text of the file, to quote lines from.
  package let source: String

  /// Creates a single problem about `token`, a piece of the file's text.
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

/// An error in the arguments of a command line.
package struct UsageProblem: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// The arguments that the problem is in; empty for none.
  package let excerpts: [Excerpt]

  package init(_ description: String, _ excerpts: Excerpt...) {
    self.init(description, excerpts)
  }

  package init(_ description: String, _ excerpts: [Excerpt]) {
    self.description = description
    self.excerpts = excerpts
  }

  /// Returns the problem of an option that a rule or command doesn't have, with the nearest name.
  package static func unknownOption(
    _ name: String, of owner: String = "the rule", known: [String]
  ) -> UsageProblem {
    let near = NearestName.of(name, among: known).map { "--\($0)" }
    return UsageProblem("\(owner) has no option \"--\(name)\"" + NearestName.remedy(near))
  }

  /// Returns the problem of a word such as `yes` or `off` behind an option that takes no value; nil
  /// for any other word. `isDeniable` is true if `--no-…` means false.
  package static func truth(
    _ word: String?, behind option: String, isDeniable: Bool
  ) -> UsageProblem? {
    guard let word else { return nil }
    if ["false", "no", "off", "0"].contains(word) {
      return UsageProblem(
        "--\(option) takes no value such as \"\(word)\"; "
          + (isDeniable ? "did you mean \"--no-\(option)\"?" : "leave out --\(option)"))
    }
    guard ["true", "yes", "on", "1"].contains(word) else { return nil }
    return UsageProblem("--\(option) takes no value; leave out \"\(word)\"")
  }
}

/// The error that a rule can't be checked completely, because required options are not set.
package struct UncheckedRule: Error, CustomStringConvertible {
  /// The required options that are not set.
  package let options: [RuleOption]
  /// The problem at which the check stopped.
  package let problem: RuleProblem

  package var description: String {
    let flags = options.map { "--\($0.flag)" }.joined(separator: ", ")
    return "can't be checked further without \(flags): \(problem)"
  }
}

/// The error that another process already watches the library with the rule.
package struct WatchConflict: Error, CustomStringConvertible {
  /// The name of the rule.
  package let rule: String
  /// The name of the library.
  package let library: String
  /// The process identifier; nil if it is unknown.
  package let process: Int?

  package init(rule: String, library: String, process: Int?) {
    self.rule = rule
    self.library = library
    self.process = process
  }

  package var description: String {
    let who = process.map { "process \($0)" } ?? "another process"
    return "\(who) watches \"\(library)\" with \(rule) already"
  }
}

/// The error that the user did not permit a rule something, with the reason and the remedy.
package struct PermissionRefusal: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// True if an earlier permission became invalid, so that a watch waits for a new one.
  package let hasLapsed: Bool

  package init(_ description: String, hasLapsed: Bool = false) {
    self.description = description
    self.hasLapsed = hasLapsed
  }
}
