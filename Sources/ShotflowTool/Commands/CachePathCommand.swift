internal import ArgumentParser
internal import Pipeline

/// Prints where things are kept, whether or not something is there yet.
struct CachePathCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print the folder where things are kept.")

  func run(in tool: Tool) throws {
    try CacheSession(tool).withFolders { tool.output.write($0.cache + "\n") }
  }
}
