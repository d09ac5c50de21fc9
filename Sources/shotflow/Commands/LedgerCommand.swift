internal import ArgumentParser

/// Shows and changes what was offered.
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Show or forget what was offered.",
    subcommands: [LedgerListCommand.self, LedgerForgetCommand.self, LedgerPathCommand.self])
}
