import Assets
import Files
import Foundation
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
    try rewritePages { page in
      var changed = Array(page[..<16])
      var start = 16
      while start < page.count {
        let length = Int(page[start]) | Int(page[start + 1]) << 8
        var entry = StoredEntry(page[start..<(start + length)])
        change(&entry)
        changed += entry.bytes
        start += length
      }
      page = changed
    }
  }

  /// Changes every page and sees to it that its checksum holds again.
  func rewritePages(_ change: (inout [UInt8]) -> Void) throws {
    let database = try SQLiteConnection(path: path)
    let update = try database.prepare("UPDATE page SET entries = ? WHERE rowid = ?")
    for stored in try storedPages(database) {
      var page = stored.entries
      change(&page)
      let sum = Self.checksum(page, device: stored.device, range: stored.range)
      for index in 0..<8 { page[8 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
      try page.withUnsafeBytes { bytes in
        update.restart()
        update.bind(bytes: bytes, to: 1)
        update.bind(.integer(stored.row), to: 2)
        _ = try update.step()
      }
    }
  }

  private struct StoredPage {
    var row: Int64
    var device: UInt64
    var range: UInt64
    var entries: [UInt8]
  }

  private func storedPages(_ database: SQLiteConnection) throws -> [StoredPage] {
    let rows = try database.prepare("SELECT rowid, device, range, entries FROM page")
    var pages: [StoredPage] = []
    while try rows.step() {
      pages.append(
        StoredPage(
          row: try #require(rows.integer(0)),
          device: UInt64(bitPattern: try #require(rows.integer(1))),
          range: UInt64(bitPattern: try #require(rows.integer(2))),
          entries: Array(try #require(rows.bytes(3)))))
    }
    return pages
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
