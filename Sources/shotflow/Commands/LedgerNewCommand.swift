internal import ArgumentParser
internal import Pipeline

/// Starts an empty ledger after the one before was damaged.
struct LedgerNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Start an empty ledger after a damaged one, which is kept under another name.")

  func run() throws {
    try LedgerSession().take {
      let path = try LedgerSession.path()
      if let aside = try Ledger.makeNew(at: path) {
        Messages().write("the damaged ledger is kept as \"\(aside)\"")
      }
      Messages().write("the ledger \"\(path)\" is empty")
    }
  }
}
