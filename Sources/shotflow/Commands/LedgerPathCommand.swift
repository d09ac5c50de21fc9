internal import ArgumentParser

/// Prints where the ledger is, whether or not it is there yet.
struct LedgerPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print where the ledger is.")

  func run() throws {
    do {
      Output.write(try LedgerSession.path() + "\n")
    } catch {
      throw Messages().report(error, rulePath: "")
    }
  }
}
