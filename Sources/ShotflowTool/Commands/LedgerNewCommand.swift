internal import ArgumentParser
internal import Pipeline

/// Starts an empty ledger after the one before was damaged.
struct LedgerNewCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Start an empty ledger after a damaged one, which is kept under another name.")

  func run(in tool: Tool) throws {
    try LedgerSession(tool).take {
      let path = try tool.directories().ledger
      if let aside = try Ledger.makeNew(at: path) {
        tool.messages().write("the damaged ledger is kept as \"\(aside)\"")
      }
      tool.messages().write("the ledger \"\(path)\" is empty")
    }
  }
}
