internal import Pipeline
internal import Sessions

struct AlbumsCommand: ToolCommand {
  static let text = CommandText(
    "albums", "List albums, and how many pictures each has.",
    """
    Smart albums come first, under the titles that Photos gives them; then those that people made, \
    shared or imported. \
    On a terminal they are a table. Elsewhere each is a record, one JSON object a line, as a rule \
    with "source { albums = … }" prints it. The column "localIdentifier" holds what \
    "source { album = … }" takes.
    """,
    examples: [
      "shotflow albums ~/Pictures --skip-empty --format tsv  # List the albums that hold something, with tabs between the columns"
    ])

  var libraries: [String] = []
  var library: [String] = []
  var skipEmpty = false
  var includeHidden = false
  var everything = false
  var noCatalogue = false
  var lanes: String?
  var output = ListOptions()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let entries: [CommandEntry<Self>] = [
      .arguments(
        "library", \.libraries,
        "The library: a folder of pictures, or a Photos library; else the one that you named for all "
          + "commands."),
      .list(
        "--library -l", \.library, "folder",
        "The same, as other commands name it. May be repeated.", values: .libraries),
      .flag("--skip-empty", \.skipEmpty, "Leave out albums without any asset."),
      .flag(
        "--include-hidden", \.includeHidden,
        "Count hidden assets in every album, not only in that of what is hidden."),
      .flag("--everything", \.everything, "Count files that are neither pictures nor movies, too."),
      .flag(
        "--no-catalogue", \.noCatalogue,
        "Read every file again: don't use or keep what earlier runs read."),
      .option(
        "--lanes", \.lanes, "number",
        "How many threads work side by side; as many as there are processors."),
    ]
    return entries + ListOptions.entries.map { $0.lifted(\.output) }
  }

  func run(in tool: Tool) throws {
    try AlbumsSession(self, in: tool).run()
  }
}
