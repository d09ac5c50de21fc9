internal import ArgumentParser
internal import Pipeline
internal import Platform
internal import Sessions

struct SplitCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "split",
      abstract: "List the places of a library's assets in shards.",
      discussion: """
        Each line is a place in the library's order. "\(ToolName.declared) run RULE --shard FILE" looks at \
        the assets of such lines alone.
        """)
  }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The library. Without it: SHOTFLOW_LIBRARY, then library in the configuration file.",
      valueName: "folder"))
  var library: String?

  @Option(help: ArgumentHelp("How many shards; 1 without it.", valueName: "number"))
  var shards: String?

  @Option(
    help: ArgumentHelp(
      "A new folder for one file for each shard; without it, all go to standard output.",
      valueName: "folder"))
  var out: String?

  func run(in tool: Tool) throws {
    try SplitSession(tool).run(library: library, shards: shards, out: out)
  }
}
