internal import Pipeline
internal import Sessions

extension Command {
  static let cache = Command(
    CommandText(
      "cache", "Show or clear what is kept to save time.",
      """
      The catalogue keeps what was read of files, so that the next run need not open those that did \
      not change. Thumbnails are pictures that were made. Losing either costs nothing but time.
      """,
      examples: ["shotflow cache status  # Show how much is kept"]),
    [CacheStatusCommand.command, CacheClearCommand.command, CachePathCommand.command])
}

struct CacheClearCommand: ToolCommand {
  static let text = CommandText(
    "clear", "Remove the catalogue and shotflow's own thumbnails.",
    "Thumbnails that are shared with other programs stay.",
    examples: ["shotflow cache clear --thumbnails  # Remove the thumbnails"])

  var catalogue = false
  var thumbnails = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .flag("--catalogue", \.catalogue, "Only the catalogue."),
      .flag("--thumbnails", \.thumbnails, "Only thumbnails."),
    ]
  }

  func run(in tool: Tool) throws {
    try CacheSession(tool).run { known, pictures in
      if catalogue || !thumbnails { try known.clear() }
      if thumbnails || !catalogue { pictures.clear() }
    }
  }
}

struct CachePathCommand: ToolCommand {
  static let text = CommandText(
    "path", "Print the folder where things are kept.",
    examples: ["du -sh \"$(shotflow cache path)\"  # Measure the folder of the caches"])

  func run(in tool: Tool) throws {
    try CacheSession(tool).withFolders { tool.output.write($0.cache + "\n") }
  }
}

struct CacheStatusCommand: ToolCommand {
  static let text = CommandText(
    "status", "Show how much is kept, and where.",
    examples: ["shotflow cache status --json  # Show how much is kept, as JSON"])

  var json = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.flag("--json", \.json, "One JSON object a line instead of a table.")]
  }

  func run(in tool: Tool) throws {
    try CacheSession(tool).run { catalogue, thumbnails in
      let files = catalogue.status()
      let pictures = thumbnails.status()
      let lines = [
        CacheStatusRecord(
          name: "catalogue", count: files.count, byteCount: files.byteCount, limit: files.limit,
          path: files.path),
        CacheStatusRecord(
          name: "thumbnails", count: pictures.count, byteCount: pictures.byteCount,
          limit: pictures.limit, path: pictures.path),
      ]
      if json {
        for line in lines { tool.output.write(line.record) }
      } else {
        let title = ["what", "count", "size", "limit", "where"]
        tool.output.write("\(TextTable.titled([title] + lines.map(\.cells), tool.style))")
      }
      if let problem = files.problem {
        tool.messages().write("the catalogue can't be used: \(problem)")
      }
    }
  }
}
