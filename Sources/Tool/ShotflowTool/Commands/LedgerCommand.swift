internal import ArgumentParser
internal import Pipeline
internal import Sessions
internal import Terminal

struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Show, forget, save or restore what was offered.",
    subcommands: [
      LedgerListCommand.self, LedgerForgetCommand.self, LedgerExportCommand.self,
      LedgerImportCommand.self, LedgerNewCommand.self, LedgerPathCommand.self,
    ])
}

struct LedgerExportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print all that was offered, the oldest first: one JSON object a line, for import.")

  private static let pieceSize = 1 << 16

  func run(in tool: Tool) throws {
    try LedgerSession(tool).run { ledger in
      var piece = ""
      try ledger?.forEachEntry { entry in
        piece += LedgerEntryRecord(entry).line
        if piece.utf8.count >= Self.pieceSize {
          tool.output.write(piece)
          piece = ""
        }
      }
      tool.output.write(piece)
    }
  }
}

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

struct LedgerImportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take in what export printed; what the ledger knows stays.",
    discussion: """
      All lines are taken in, or none if one of them is wrong. Doing it twice changes nothing. An \
      offer without an outcome becomes unconfirmed.
      """)

  @Argument(
    help: ArgumentHelp("The file to read; standard input if none is named.", valueName: "file"))
  var path: String?

  func run(in tool: Tool) throws {
    try LedgerSession(tool).take {
      let input = try WholeInput(path, limit: LedgerLines.limit)
      let lines = input.withBytes { LedgerLines($0) }
      guard lines.problemCount == 0 else {
        throw LedgerError.invalidLines(lines.problems, count: lines.problemCount)
      }
      let ledger = try Ledger(at: try tool.directories().ledger, acceptsLoss: true)
      let merge = try ledger.merge(lines.entries)
      tool.messages().write(
        "took in \(merge.added), settled \(merge.settled), knew \(merge.known)")
    }
  }
}

struct LedgerListCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what was offered, the newest first; unconfirmed is what a kill cut short.")

  @Option(help: "Only this memory.")
  var memory: String?

  @Option(help: "At most so many entries.")
  var limit: Int = 100

  @OptionGroup var output: FormatOptions

  @OptionGroup var colors: ColorOptions

  @Flag(help: "The same as --format ndjson.")
  var json = false

  func run(in tool: Tool) throws {
    let format = try output.request(asJSON: json, in: tool)
    try LedgerSession(tool).run { ledger in
      let entries = try ledger?.entries(LedgerSelection(memory: memory), limit: limit) ?? []
      if let format {
        let printing = try format.printing(color: tool.color) {
          RecordMembers([.offer], in: tool)
        }
        try printing.print { print in
          for entry in entries { try print(LedgerEntryRecord(entry).write) }
        }
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
          "\(TextTable.titled([["state", "when", "memory", "rule", "content", "file"]] + rows, tool.style))"
        )
      }
    }
  }
}

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

struct LedgerPathCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print where the ledger is.")

  func run(in tool: Tool) throws {
    try tool.messages().reporting { tool.output.write(try tool.directories().ledger + "\n") }
  }
}
