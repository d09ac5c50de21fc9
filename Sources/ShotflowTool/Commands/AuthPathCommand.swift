internal import ArgumentParser
internal import Pipeline

/// Prints where decisions are kept, whether or not there are any.
struct AuthPathCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print where the decisions are kept.")

  func run(in tool: Tool) throws {
    do {
      tool.output.write(try tool.permissions().path + "\n")
    } catch {
      throw tool.messages().report(error, rulePath: "")
    }
  }
}
