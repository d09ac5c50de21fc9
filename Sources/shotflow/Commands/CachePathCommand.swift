internal import ArgumentParser
internal import Pipeline

/// Prints where things are kept, whether or not something is there yet.
struct CachePathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the folder where things are kept.")

  func run() throws {
    try CacheSession.withFolders { Output.write($0.cache + "\n") }
  }
}
