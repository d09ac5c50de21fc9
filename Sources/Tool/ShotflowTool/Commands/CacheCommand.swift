internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Show or clear what is kept to save time.",
    discussion: """
      The catalogue keeps what was read of files, so that the next run need not open those that did \
      not change. Thumbnails are pictures that were made. Losing either costs nothing but time.
      """,
    subcommands: [CacheStatusCommand.self, CacheClearCommand.self, CachePathCommand.self])
}

struct CacheClearCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "clear",
      abstract: "Remove the catalogue and \(ToolName.declared)'s own thumbnails.",
      discussion: "Thumbnails that are shared with other programs stay.")
  }

  @Flag(help: "Only the catalogue.")
  var catalogue = false

  @Flag(help: "Only thumbnails.")
  var thumbnails = false

  func run(in tool: Tool) throws {
    try CacheSession(tool).run { known, pictures in
      if catalogue || !thumbnails { try known.clear() }
      if thumbnails || !catalogue { pictures.clear() }
    }
  }
}

struct CachePathCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the folder where things are kept.")

  func run(in tool: Tool) throws {
    try CacheSession(tool).withFolders { tool.output.write($0.cache + "\n") }
  }
}

struct CacheStatusCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show how much is kept, and where.")

  @Flag(help: "One JSON object a line instead of a table.")
  var json = false

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
