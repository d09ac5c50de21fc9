internal import ArgumentParser
internal import LuaBridge
internal import Pipeline

/// Shows what a rule will do: what the source answers, what is read, what runs side by side.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show the plan of a rule: what the source answers, which facets are read, what runs"
      + " side by side.")

  @Argument(help: ArgumentHelp("The rule, a Lua file.", valueName: "rule"))
  var rule: String

  @OptionGroup var options: RunOptions

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func run() throws {
    let session = RuleSession(rule, RunRequest(options, rule: rule, ruleWords: rest))
    Output.write("\(try session.explanation())")
  }
}
