internal import ArgumentParser
internal import Pipeline

/// Forgets what was offered, so that it may be offered again.
struct LedgerForgetCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Forget what was offered, so that it may be offered again.")

  @Argument(
    help: ArgumentHelp(
      "The beginning of a content's hash, as the list shows it.", valueName: "content"))
  var content: String?

  @Option(help: "Only this memory.")
  var memory: String?

  @Option(help: ArgumentHelp("Only this asset.", valueName: "identifier"))
  var identifier: String?

  @Flag(help: "Everything.")
  var all = false

  func validate() throws {
    if content == nil, memory == nil, identifier == nil, !all {
      throw ValidationError("name a content, a --memory or an --identifier, or say --all")
    }
  }

  func run(in tool: Tool) throws {
    try LedgerSession(tool).run { ledger in
      let selection = LedgerSelection(
        digest: try content.map { try DigestPrefix($0) }, memory: memory, identifier: identifier)
      let count = try ledger?.forget(selection) ?? 0
      tool.messages().write(count == 1 ? "forgot 1 entry" : "forgot \(count) entries")
    }
  }
}
