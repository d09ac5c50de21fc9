internal import ArgumentParser
internal import Pipeline

/// Lists what was offered, the newest first.
struct LedgerListCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what was offered, the newest first; unconfirmed is what a kill cut short.")

  @Option(help: "Only this memory.")
  var memory: String?

  @Option(help: "At most so many entries.")
  var limit: Int = 100

  @Flag(help: "One JSON object a line instead of a table.")
  var json = false

  func run(in tool: Tool) throws {
    try LedgerSession(tool).run { ledger in
      let entries = try ledger?.entries(LedgerSelection(memory: memory), limit: limit) ?? []
      if json {
        for entry in entries { tool.output.write(LedgerEntryRecord(entry).line) }
      } else if entries.isEmpty {
        tool.messages().write("nothing was offered yet")
      } else {
        let rows = entries.map { entry in
          [
            "\(entry.state)", "\(Instant(milliseconds: entry.claimedAt))", entry.memory, entry.rule,
            String(entry.digest.hexadecimal.prefix(12)), TerminalText.escaped(entry.filename),
          ]
        }
        tool.output.write(
          "\(TextTable([["state", "when", "memory", "rule", "content", "file"]] + rows, alignsNumbers: false))"
        )
      }
    }
  }
}
