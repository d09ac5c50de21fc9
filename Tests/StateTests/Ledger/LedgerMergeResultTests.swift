import PipelineSupport
import State
import Testing

@Suite struct LedgerMergeResultTests {
  private let mine: LedgerFolder
  private let theirs: LedgerFolder

  init() throws {
    mine = try LedgerFolder()
    theirs = try LedgerFolder()
  }

  private func entries(_ folder: LedgerFolder) throws -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    try folder.open().forEachEntry { entries.append($0) }
    return entries
  }

  /// Settled, offered and claimed, by a process that is gone.
  private func fill(_ folder: LedgerFolder, _ numbers: ClosedRange<UInt32>) throws {
    let gone = ProcessIdentity(boot: "gone", number: 1, start: 1)
    let ledger = try folder.open { $0.claimant = gone }
    for number in numbers {
      let claim = try #require(try ledger.claim(.sample(number), at: Int64(number)))
      if number % 3 > 0 { try ledger.markOffered(claim, at: Int64(number) + 1) }
      if number % 3 == 2 { try ledger.settle(claim, as: .dismissed, at: Int64(number) + 2) }
    }
  }

  @Test func anEmptyLedgerTakesInEverything() throws {
    try fill(theirs, 1...9)
    let merge = try mine.open().merge(entries(theirs))
    #expect((merge.added, merge.settled, merge.known) == (9, 0, 0))
    #expect(try entries(mine) == entries(theirs))
    #expect(try mine.open().claim(.sample(3), at: 50) == nil)
  }

  @Test func doingItAgainChangesNothing() throws {
    try fill(theirs, 1...9)
    try mine.open().merge(entries(theirs))
    let before = try entries(mine)
    let merge = try mine.open().merge(entries(theirs))
    #expect((merge.added, merge.settled, merge.known) == (0, 0, 9))
    #expect(try entries(mine) == before)
  }

  @Test func whatIsKnownStaysAndLacksNoOutcome() throws {
    try fill(mine, 1...6)
    let other = try theirs.open()
    for number in 4...8 as ClosedRange<UInt32> {
      let claim = try #require(try other.claim(.sample(number), at: 90))
      try other.settle(claim, as: .accepted, at: 99)
    }
    let merge = try mine.open().merge(entries(theirs))
    #expect((merge.added, merge.settled, merge.known) == (2, 2, 1))
    let states = try entries(mine).map(\.state)
    #expect(
      states == [
        .unconfirmed, .settled(.dismissed), .unconfirmed, .settled(.accepted),
        .settled(.dismissed), .settled(.accepted), .settled(.accepted), .settled(.accepted),
      ])
    let fourth = try entries(mine)[3]
    #expect((fourth.claimedAt, fourth.offeredAt, fourth.settledAt) == (4, 5, 99))
  }

  @Test func theOrderDoesNotMatter() throws {
    try fill(theirs, 1...6)
    let third = try LedgerFolder()
    try fill(third, 4...9)
    try mine.open().merge(entries(theirs))
    try mine.open().merge(entries(third))
    let other = try LedgerFolder()
    try other.open().merge(entries(third))
    try other.open().merge(entries(theirs))
    #expect(try Set(entries(mine)) == Set(entries(other)))
  }

  @Test func aQuestionThatIsAskedAtTheMomentKeepsItsOwnOutcome() throws {
    let asking = try mine.open()
    let claim = try #require(try asking.claim(.sample(1), at: 1))
    try asking.markOffered(claim, at: 2)
    let other = try theirs.open()
    try other.settle(try #require(try other.claim(.sample(1), at: 5)), as: .expired, at: 6)
    #expect(try mine.open().merge(entries(theirs)).known == 1)
    #expect(try asking.settle(claim, as: .accepted, at: 9))
    #expect(try entries(mine).map(\.state) == [.settled(.accepted)])
  }
}
