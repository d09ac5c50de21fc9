internal import JSON
internal import Pipeline

/// An entry of the ledger as a record.
struct LedgerEntryRecord {
  private let entry: LedgerEntry

  init(_ entry: LedgerEntry) {
    self.entry = entry
  }

  /// The record as a line of JSON.
  var line: String {
    var writer = RecordWriter(capacity: 512)
    write(into: &writer)
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }

  /// Writes it as a line of JSON.
  func write(into writer: inout RecordWriter) {
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
