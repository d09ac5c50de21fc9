internal import Pipeline
internal import Sessions
internal import Terminal

extension Command {
  static let ledger = Command(
    CommandText(
      "ledger", "Show, forget, save or restore what was offered.",
      examples: ["shotflow ledger list --limit 10  # List the last ten offers"]),
    [
      LedgerListCommand.command, LedgerForgetCommand.command, LedgerExportCommand.command,
      LedgerImportCommand.command, LedgerNewCommand.command, LedgerPathCommand.command,
    ])
}

struct LedgerExportCommand: ToolCommand {
  static let text = CommandText(
    "export", "Print all that was offered, the oldest first: one JSON object a line, for import.",
    examples: ["shotflow ledger export > offers.json  # Save the ledger"])

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
  static let text = CommandText(
    "forget", "Forget what was offered, so that it may be offered again.",
    examples: [
      "shotflow ledger forget --memory recent  # Let everything be offered again that one memory holds"
    ])

  var content: String?
  var memory: String?
  var identifier: String?
  var all = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .argument("content", \.content, "The beginning of a content's hash, as the list shows it."),
      .option("--memory", \.memory, "memory", "Only this memory."),
      .option("--identifier", \.identifier, "identifier", "Only this asset."),
      .flag("--all", \.all, "Everything."),
    ]
  }

  func validate() throws(UsageProblem) {
    if content == nil, memory == nil, identifier == nil, !all {
      throw UsageProblem("name a content, a --memory or an --identifier, or say --all")
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
  static let text = CommandText(
    "import", "Take in what export printed; what the ledger knows stays.",
    """
    All lines are taken in, or none if one of them is wrong. Doing it twice changes nothing. An \
    offer without an outcome becomes unconfirmed.
    """,
    examples: ["shotflow ledger import offers.json  # Restore the ledger"])

  var path: String?

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.argument("file", \.path, "The file to read; standard input if none is named.")]
  }

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
  static let text = CommandText(
    "list", "List what was offered, the newest first; unconfirmed is what a kill cut short.",
    examples: [
      "shotflow ledger list --memory recent --format csv > offers.csv  # Write the offers of one memory into a spreadsheet"
    ])

  var memory: String?
  var limit: Int?
  var output = ListOptions()

  private static let usualLimit = 100

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    let entries: [CommandEntry<Self>] = [
      .option("--memory", \.memory, "memory", "Only this memory."),
      .number("--limit", \.limit, standard: usualLimit, "limit", "At most so many entries."),
    ]
    return entries + ListOptions.entries.map { $0.lifted(\.output) }
  }

  func run(in tool: Tool) throws {
    let format = try output.format(in: tool)
    try LedgerSession(tool).run { ledger in
      let entries =
        try ledger?.entries(LedgerSelection(memory: memory), limit: limit ?? Self.usualLimit) ?? []
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
  static let text = CommandText(
    "new", "Start an empty ledger after a damaged one, which is kept under another name.",
    examples: ["shotflow ledger new  # Begin again after a ledger was damaged"])

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
  static let text = CommandText(
    "path", "Print where the ledger is.",
    examples: ["shotflow ledger path  # Print where the ledger is"])

  func run(in tool: Tool) throws {
    try tool.messages().reporting { tool.output.write(try tool.directories().ledger + "\n") }
  }
}
