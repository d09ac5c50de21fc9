internal import Pipeline

/// The command line of `auth grant` and others: the rule, libraries, capabilities, and the rule's
/// own arguments.
package struct AuthLine {
  package var rule: String?
  package var libraries: [String] = []
  package var origin: RuleFolders.Origin?
  private(set) var allowed: [String] = []
  private(set) var rest: [String] = []

  package init() {}

  /// Returns the arguments and options in the order of the help.
  package static func entries(
    rule: String = "The rule: a name, or a Lua file."
  ) -> [CommandEntry<AuthLine>] {
    let entries: [CommandEntry<AuthLine>] = [
      .argument("rule", \.rule, rule),
      .list(
        "--library -l", \.libraries, "folder",
        "This library instead of all that the rule asks for. May be repeated.", values: .libraries),
      .list(
        "--allow", \.allowed, "name",
        """
        This capability instead of all that the rule asks for: clipboard, desktop, exec, network, \
        references or write. May be repeated.
        """,
        values: .list(.choices { _ in Capability.allCases.map { ($0.rawValue, $0.summary) } })),
      .rest("options", "Options of the rule.") { $0.rest.append($1) },
    ]
    return entries
      + RuleFolders.Origin.entries { (line, origin) throws(UsageProblem) in
        try origin.choose(in: &line.origin)
      }
  }

  /// Throws ``UsageProblem`` if the line names no rule.
  package func checkRule() throws(UsageProblem) {
    if rule == nil { throw UsageProblem("name a rule") }
  }
}
