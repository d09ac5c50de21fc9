import Foundation
import PipelineSupport
import State
import Testing

/// The log that a killed process leaves beside its ledger, cut short or changed.
@Suite struct LedgerLogTests {
  private let folder: LedgerFolder
  private let ledger: Data
  private let log: Data
  private static let count: UInt32 = 5

  init() throws {
    folder = try LedgerFolder(syncing: false)
    let open = try folder.open()
    for number in 0..<Self.count { _ = try open.claim(.sample(number), at: 0) }
    // Closing the ledger takes the log in.
    ledger = try folder.ledgerBytes
    log = try Data(contentsOf: URL(fileURLWithPath: folder.ledger + "-wal"))
  }

  /// Opens the ledger with another log, and returns the claims that it has.
  private func claims(with log: Data) throws -> Set<String> {
    let other = try LedgerFolder(syncing: false)
    try ledger.write(to: URL(fileURLWithPath: other.ledger))
    try log.write(to: URL(fileURLWithPath: other.ledger + "-wal"))
    let names = try Set(other.open().entries().map(\.filename))
    // It still works, and gives no claim twice.
    let opened = try other.open()
    for number in 0..<Self.count {
      #expect(
        try (opened.claim(.sample(number), at: 1) == nil) == names.contains("\(number).png"))
    }
    return names
  }

  private func first(_ count: Int) -> Set<String> { Set((0..<count).map { "\($0).png" }) }

  @Test func aLogThatIsCutAnywhereIsReadAsFarAsItIsWhole() throws {
    #expect(try claims(with: log) == first(Int(Self.count)))
    // A frame is a page of 4096 bytes and its head of 24, behind the head of the log.
    let frames = stride(from: 32, to: log.count, by: 4120).flatMap {
      [$0 - 1, $0, $0 + 1, $0 + 2060]
    }
    var last = 0
    for size in [0, 1, 31] + frames where size < log.count {
      let found = try claims(with: log[..<size])
      #expect(found == first(found.count), "\(size)")
      #expect(found.count >= last, "\(size)")
      last = found.count
    }
    #expect(last >= Int(Self.count) - 1)
  }

  @Test func aChangedByteEndsTheLog() throws {
    for place in stride(from: 40, to: log.count, by: 7777) {
      var changed = log
      changed[place] ^= 0x55
      let found = try claims(with: changed)
      #expect(found == first(found.count), "\(place)")
    }
  }
}
