internal import ArgumentParser
internal import Pipeline

/// Prints all that the ledger knows.
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
