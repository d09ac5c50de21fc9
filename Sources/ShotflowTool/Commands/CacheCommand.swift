internal import ArgumentParser

/// Shows and clears what was kept to save time.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Show or clear what is kept to save time.",
    discussion: """
      The catalogue keeps what was read of files, so that the next run need not open those that did
      not change. Thumbnails are pictures that were made. Losing either costs nothing but time.
      """,
    subcommands: [CacheStatusCommand.self, CacheClearCommand.self, CachePathCommand.self])
}
