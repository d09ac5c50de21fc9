import Foundation
import GRDB
import Pipeline
import Testing

/// An entry of a catalogue's page, taken apart by the test itself.
struct StoredEntry {
  var readerVersion: UInt8
  var digests: UInt8
  /// Name, inode, size and times.
  var key: [UInt8]
  var digestBytes: [UInt8]
  var facts: [UInt8]

  fileprivate init(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    readerVersion = bytes[2]
    digests = bytes[3]
    key = Array(bytes[4..<40])
    let count = (digests & 1 == 0 ? 0 : 20) + (digests & 2 == 0 ? 0 : 32)
    digestBytes = Array(bytes[40..<(40 + count)])
    facts = Array(bytes[(40 + count)...])
  }

  fileprivate var bytes: [UInt8] {
    let count = 40 + digestBytes.count + facts.count
    let head = [UInt8(count & 0xFF), UInt8(count >> 8), readerVersion, digests]
    return head + key + digestBytes + facts
  }
}

extension CatalogueBench {
  /// Changes every entry and sees to it that the pages' checksums hold again.
  func rewriteEntries(_ change: (inout StoredEntry) -> Void) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { database in
      for row in try Row.fetchAll(database, sql: "SELECT rowid, device, range, entries FROM page") {
        let stored: [UInt8] = try #require(row["entries"] as Data?).map { $0 }
        var page = Array(stored[..<16])
        var start = 16
        while start < stored.count {
          let length = Int(stored[start]) | Int(stored[start + 1]) << 8
          var entry = StoredEntry(stored[start..<(start + length)])
          change(&entry)
          page += entry.bytes
          start += length
        }
        let sum = Self.checksum(
          page, device: UInt64(bitPattern: row["device"]), range: UInt64(bitPattern: row["range"]))
        for index in 0..<8 { page[8 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
        try database.execute(
          sql: "UPDATE page SET entries = ? WHERE rowid = ?",
          arguments: [Data(page), row["rowid"] as Int64])
      }
    }
    try queue.close()
  }

  private static func checksum(_ page: [UInt8], device: UInt64, range: UInt64) -> UInt64 {
    var sum = device ^ 0x9E37_79B9_7F4A_7C15
    func mix(_ word: UInt64) {
      sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 29
    }
    func word(_ start: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(page[start + $1]) << (8 * UInt64($1)) }
    }
    mix(range)
    mix(word(0))
    var index = 16
    while index + 8 <= page.count {
      mix(word(index))
      index += 8
    }
    while index < page.count {
      mix(UInt64(page[index]))
      index += 1
    }
    return sum
  }
}
