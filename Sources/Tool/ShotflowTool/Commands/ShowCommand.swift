internal import Sessions

struct ShowCommand: ToolCommand {
  static let text = CommandText(
    "show", "Show pictures on the terminal, and the facts about files.",
    """
    The picture is drawn as the terminal can show it: by the graphics of kitty, Ghostty, iTerm2 or \
    WezTerm, else by half blocks in 256 colours or more. Where standard output is no terminal, \
    only the facts are printed, each in a line:

      shotflow show holiday.jpg
    """,
    examples: [
      "shotflow show holiday.jpg  # Show a picture and the facts about it",
      "shotflow show *.jpg | grep camera  # Find out which cameras took some pictures",
    ])

  var files: [String] = []
  var all = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .arguments("files", \.files, "The pictures, movies or other files.", isRequired: true),
      .flag(
        "--all", \.all,
        "Print all that is known, under the names of records, with EXIF, XMP and IPTC."),
    ]
  }

  func run(in tool: Tool) throws {
    try ShowSession(files, showsAll: all, in: tool).run()
  }
}
