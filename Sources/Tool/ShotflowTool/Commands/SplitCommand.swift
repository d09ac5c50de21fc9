internal import Pipeline
internal import Platform
internal import Sessions

struct SplitCommand: ToolCommand {
  static let text = CommandText(
    "split", "List the places of a library's assets in shards.",
    """
    Each line is a place in the library's order. "shotflow run RULE --shard FILE" looks at \
    the assets of such lines alone.
    """,
    examples: [
      "shotflow split --library ~/Pictures --shards 8 --out shards  # List a library in eight parts"
    ])

  var library: String?
  var shards: String?
  var out: String?

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .option(
        "--library -l", \.library, "folder",
        "The library. Without it: SHOTFLOW_LIBRARY, then library in the configuration file.",
        values: .libraries),
      .option("--shards", \.shards, "number", "How many shards; 1 without it."),
      .option(
        "--out", \.out, "folder",
        "A new folder for one file for each shard; without it, all go to standard output."),
    ]
  }

  func run(in tool: Tool) throws {
    try SplitSession(tool).run(library: library, shards: shards, out: out)
  }
}
