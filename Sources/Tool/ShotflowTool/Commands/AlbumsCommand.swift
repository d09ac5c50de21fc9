internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct AlbumsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "albums",
    abstract: "List albums, and how many pictures each has.",
    discussion: """
      Smart albums come first, under the titles that Photos gives them; then those that people made, \
      shared or imported. \
      On a terminal they are a table. Elsewhere each is a record, one JSON object a line, as a rule \
      with "source { albums = … }" prints it. The column "localIdentifier" holds what \
      "source { album = … }" takes.
      """)

  @Argument(
    help: ArgumentHelp(
      "The library: a folder of pictures, or a Photos library; else the one that you named for all "
        + "commands.", valueName: "library"))
  var libraries: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The same, as other commands name it. May be repeated.", valueName: "folder")
  )
  var library: [String] = []

  @Flag(help: "Leave out albums without any asset.")
  var skipEmpty = false

  @Flag(help: "Count hidden assets in every album, not only in that of what is hidden.")
  var includeHidden = false

  @Flag(help: "Count files that are neither pictures nor movies, too.")
  var everything = false

  @OptionGroup var output: FormatOptions

  @OptionGroup var colors: ColorOptions

  @Flag(help: "The same as --format ndjson.")
  var json = false

  @Flag(help: "Read every file anew: don't use or keep what earlier runs read.")
  var noCatalogue = false

  @Option(
    help: ArgumentHelp(
      "How many threads work side by side; as many as there are processors.", valueName: "number"))
  var lanes: String?

  func run(in tool: Tool) throws {
    try AlbumsSession(self, in: tool).run()
  }
}
