package import Pipeline
internal import Platform

/// The commands `shotflow ledger …`.
package struct LedgerSession {
  private let tool: Tool

  package init(_ tool: Tool) {
    self.tool = tool
  }

  /// Calls `body` with the ledger, nil if none exists. Throws ``ExitStatus`` after it reported an
  /// error.
  package func run(_ body: (Ledger?) throws -> Void) throws {
    try take { try body(try Ledger.existing(at: try tool.directories().ledger)) }
  }

  /// Calls `body`, which opens the ledger itself. Throws ``ExitStatus`` after it reported an error.
  package func take(_ body: () throws -> Void) throws {
    try tool.messages().reporting(body)
  }
}

/// An entry of the ledger as a record.
package struct LedgerEntryRecord {
  private let entry: LedgerEntry

  package init(_ entry: LedgerEntry) {
    self.entry = entry
  }

  /// The record as a line of JSON.
  package var line: String {
    var writer = RecordWriter(capacity: 512)
    write(into: &writer)
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }

  /// Writes the record as a line of JSON.
  package func write(into writer: inout RecordWriter) {
    writer.begin(kind: "offer")
    writer.write("state", "\(entry.state)")
    writer.write("memory", entry.memory)
    writer.write("rule", entry.rule)
    writer.write("digest", entry.digest.description)
    writer.write("localIdentifier", entry.identifier)
    writer.write("library", entry.library)
    writer.write("filename", entry.filename)
    writer.write("claimedAt", Instant(milliseconds: entry.claimedAt))
    if let offered = entry.offeredAt {
      writer.write("offeredAt", Instant(milliseconds: offered))
    }
    if let settled = entry.settledAt {
      writer.write("settledAt", Instant(milliseconds: settled))
    }
    writer.end()
  }
}
