internal import ArgumentParser
internal import LuaBridge
internal import Pipeline
internal import Sessions

struct ExplainCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show a rule's steps, and what it reads of each file.")

  @Argument(
    help: ArgumentHelp(
      "The rule: a name, a Lua file, or - for standard input.", valueName: "rule"))
  var rule: String?

  @OptionGroup var source: RuleOptions

  @OptionGroup var options: RunOptions

  @Flag(
    help:
      """
      Run the rule as well, without doing anything: show how many assets each step met, and how \
      long it took. --stats does the same.
      """
  )
  var analyze = false

  @Argument(parsing: .allUnrecognized, help: "Options of the rule.")
  var rest: [String] = []

  func validate() throws {
    if rule == nil, source.text == nil { throw ValidationError("name a rule") }
  }

  func run(in tool: Tool) throws {
    guard let session = source.session(rule, options, rest, in: tool) else { return }
    tool.output.write(try session.explanation().text(tool.style))
    if analyze || options.request.wantsStatistics {
      tool.output.write("\n\(try session.analysis())")
    }
  }
}
