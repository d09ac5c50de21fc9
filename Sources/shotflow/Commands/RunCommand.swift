internal import ArgumentParser
internal import Pipeline

/// Runs a rule and prints a record for each asset that comes through.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a rule: one record a line on standard output, nothing else.",
    // Parsed as a root, this command would not know that it belongs to shotflow.
    usage: "shotflow run [<options>] [<rule>] [<options and files> ...]",
    discussion: """
      Options that the rule declares stand behind it; "shotflow run RULE --help" lists them.
      Messages and progress go to standard error. "shotflow help exit-status" explains the exit
      status.
      """,
    helpNames: [])

  @Argument(help: ArgumentHelp("The rule, a Lua file.", valueName: "rule"))
  var rule: String?

  @OptionGroup var options: RunOptions

  @Flag(name: .shortAndLong, help: "Show help; behind a rule, the options of that rule.")
  var help = false

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Options of the rule, and files to hand it.", valueName: "options and files"))
  var rest: [String] = []

  /// The names of the options that every run has, for suggestions.
  static let ownOptions = [
    "library", "now", "out", "dry-run", "exit-status", "stats", "progress", "progress-fd", "color",
    "lanes", "help",
  ]

  func run() throws {
    guard let rule else {
      if help {
        Output.write(Shotflow.helpMessage(for: Self.self) + "\n")
        return
      }
      let problem = UsageProblem(
        "no rule is named; a rule is a Lua file, such as rules/recent.lua")
      throw Messages().report(problem, rulePath: "")
    }
    try RuleSession(rule, options: options, words: rest).run(showsHelp: help)
  }
}
