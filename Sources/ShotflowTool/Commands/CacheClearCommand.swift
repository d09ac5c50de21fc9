internal import ArgumentParser
internal import Pipeline

/// Removes what is kept.
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
