internal import ArgumentParser
internal import Sessions

struct ShowCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Show pictures on the terminal, and the facts about files.",
      discussion: """
        The picture is drawn as the terminal can show it: by the graphics of kitty, Ghostty, iTerm2 or \
        WezTerm, else by half blocks in 256 colours or more. Where standard output is no terminal, \
        only the facts are printed, each in a line:

          \(ToolName.declared) show holiday.jpg
        """)
  }

  @Argument(
    help: ArgumentHelp("The pictures, movies or other files.", valueName: "files"))
  var files: [String]

  @Flag(help: "Print all that is known, under the names of records, with EXIF, XMP and IPTC.")
  var all = false

  @OptionGroup var colors: ColorOptions

  func run(in tool: Tool) throws {
    try ShowSession(files, showsAll: all, in: tool).run()
  }
}
