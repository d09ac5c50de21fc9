internal import Console
internal import Pipeline

/// One use of the person's ledger from the command line.
struct LedgerSession {
  private let tool: Tool

  init(_ tool: Tool) {
    self.tool = tool
  }

  /// Calls `body` with the ledger, or nil when there is none yet.
  ///
  /// - Throws: ``ExitStatus`` when the ledger can't be used; the reason was told.
  func run(_ body: (Ledger?) throws -> Void) throws {
    try take { try body(try Ledger.existing(at: try tool.directories().ledger)) }
  }

  /// Calls `body`, which opens the ledger itself.
  ///
  /// - Throws: ``ExitStatus`` when the ledger can't be used; the reason was told.
  func take(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let status as ExitStatus {
      throw status
    } catch {
      throw tool.messages().report(error, rulePath: "")
    }
  }
}
