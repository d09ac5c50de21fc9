internal import ArgumentParser
internal import Console

/// A command that is told which tool it belongs to.
protocol ToolCommand: ParsableCommand {
  /// Does the command's work.
  ///
  /// - Throws: ``ExitStatus``; the reason was told.
  func run(in tool: Tool) throws
}
