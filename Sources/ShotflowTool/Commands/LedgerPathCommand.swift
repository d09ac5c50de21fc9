internal import ArgumentParser
internal import Pipeline

/// Prints where the ledger is, whether or not it is there yet.
struct LedgerPathCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print where the ledger is.")

  func run(in tool: Tool) throws {
    do {
      tool.output.write(try tool.directories().ledger + "\n")
    } catch {
      throw tool.messages().report(error, rulePath: "")
    }
  }
}
