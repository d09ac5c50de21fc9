internal import ArgumentParser

/// Shows and changes what was offered.
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Show, forget, save or restore what was offered.",
    subcommands: [
      LedgerListCommand.self, LedgerForgetCommand.self, LedgerExportCommand.self,
      LedgerImportCommand.self, LedgerNewCommand.self, LedgerPathCommand.self,
    ])
}
