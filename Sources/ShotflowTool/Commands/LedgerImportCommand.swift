internal import ArgumentParser
internal import Pipeline

/// Takes in what an export printed.
struct LedgerImportCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take in what export printed; what the ledger knows stays.",
    discussion: """
      All lines are taken in, or none if one of them is wrong. Doing it twice changes nothing. An
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
