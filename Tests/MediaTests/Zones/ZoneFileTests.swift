import Samples
import Testing

@testable import Media

/// Time zone files of every version, and what only looks like one.
@Suite struct ZoneFileTests {
  /// A file in the making.
  struct Draft {
    var version: UInt8 = UInt8(ascii: "2")
    var changes: [(moment: Int64, type: UInt8)] = [(100, 1), (200, 0)]
    var offsets: [Int32] = [3600, 7200]
    var leapCount = 0
    var footer = "CET-1"

    var bytes: [UInt8] {
      if version == 0 { return block(timeSize: 4) }
      return block(timeSize: 4) + block(timeSize: 8) + Array("\n\(footer)\n".utf8)
    }

    private func block(timeSize: Int) -> [UInt8] {
      var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      for count in [1, 1, leapCount, changes.count, offsets.count, 4] {
        bytes += Self.big(Int64(count), 4)
      }
      for change in changes { bytes += Self.big(change.moment, timeSize) }
      bytes += changes.map(\.type)
      for offset in offsets { bytes += Self.big(Int64(offset), 4) + [0, 0] }
      bytes += Array("CET\0".utf8)
      for leap in 0..<leapCount { bytes += Self.big(Int64(leap), timeSize) + Self.big(1, 4) }
      return bytes + [0, 0]
    }

    private static func big(_ value: Int64, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * Int64(size - 1 - $0))) }
    }
  }

  private func read(_ bytes: [UInt8]) -> ZoneTable? {
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return nil }
      return ZoneFile(Bytes(start: start, count: buffer.count))?.table
    }
  }

  private func draft(_ change: (inout Draft) -> Void) -> [UInt8] {
    var draft = Draft()
    change(&draft)
    return draft.bytes
  }

  @Test(arguments: [0, UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")])
  func eachVersionIsRead(version: UInt8) throws {
    let table = try #require(read(draft { $0.version = version }))
    let offsets = [-1000, 99, 100, 199, 200, 10_000_000_000].map { table.offset(at: $0) }
    #expect(offsets == [3600, 3600, 7200, 7200, 3600, 3600])
  }

  @Test func momentsOutside32BitsAreThoseOfTheSecondPart() throws {
    let table = try #require(read(draft { $0.changes = [(-10_000_000_000, 1), (200, 0)] }))
    #expect(table.offset(at: -10_000_000_001) == 3600)
    #expect(table.offset(at: -10_000_000_000) == 7200)
  }

  @Test func theFooterHoldsFromTheLastChangeOn() throws {
    let table = try #require(read(draft { $0.footer = "EST5EDT,M3.2.0,M11.1.0" }))
    #expect(table.offset(at: 199) == 7200)
    #expect(table.offset(at: 200) == -18_000)
    #expect(table.offset(at: 1_435_752_000) == -14_400)
    let empty = try #require(
      read(draft { ($0.footer, $0.changes) = ("", [(100, 0), (200, 1)]) }))
    #expect(empty.offset(at: 1_435_752_000) == 7200)
  }

  @Test func leapSecondsArePassedOver() throws {
    #expect(read(draft { $0.leapCount = 27 }) == read(draft { _ in }))
  }

  @Test func whatContradictsTheFormatIsRefused() {
    #expect(read([]) == nil)
    #expect(read(Array("TZif2".utf8)) == nil)
    #expect(read(draft { $0.version = 1 }) == nil)
    #expect(read(draft { $0.changes = [(200, 1), (100, 0)] }) == nil)
    #expect(read(draft { $0.changes = [(100, 1), (100, 0)] }) == nil)
    #expect(read(draft { $0.changes = [(100, 2)] }) == nil)
    #expect(read(draft { $0.offsets = [] }) == nil)
    #expect(read(draft { $0.offsets = [.min, 0] }) == nil)
    #expect(read(draft { $0.offsets = [0, 93_600] }) == nil)
    #expect(read(draft { $0.footer = "rubbish" }) == nil)
    #expect(read(draft { $0.footer = "C\0T-1" }) == nil)
  }

  @Test func aFileThatIsCutShortIsRefused() {
    let whole = Draft().bytes
    for count in 0..<whole.count { #expect(read(Array(whole.prefix(count))) == nil) }
  }

  @Test func lengthsThatLieAreRefused() {
    for header in [0, 72] {
      for place in 20..<44 {
        var bytes = Draft().bytes
        bytes[header + place] = 0xFF
        #expect(read(bytes) == nil, "\(header) + \(place)")
      }
    }
  }

  @Test func anyBytesGiveAnOffsetOrNone() {
    var generator = SeededGenerator(seed: 21)
    var read = 0
    for _ in 0..<20_000 {
      var bytes = draft { $0.footer = "EST5EDT,M3.2.0,M11.1.0" }
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let table = self.read(bytes) else { continue }
      read += 1
      for moment in [Int64.min, -1, 150, 1_435_752_000, Int64.max] {
        #expect(table.offset(at: moment).magnitude < ZoneRule.offsetLimit)
      }
    }
    #expect(read > 1000)
  }
}
