internal import ArgumentParser
internal import Pipeline

/// Removes what is kept.
struct CacheClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Remove the catalogue and shotflow's own thumbnails.",
    discussion: "Thumbnails that are shared with other programs stay.")

  @Flag(help: "Only the catalogue.")
  var catalogue = false

  @Flag(help: "Only thumbnails.")
  var thumbnails = false

  func run() throws {
    try CacheSession().run { known, pictures in
      if catalogue || !thumbnails { try known.clear() }
      if thumbnails || !catalogue { pictures.clear() }
    }
  }
}
