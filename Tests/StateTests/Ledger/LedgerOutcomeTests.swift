import AssetSupport
import PipelineSupport
import State
import Testing

@Suite struct LedgerOutcomeTests {
  let folder: LedgerFolder
  let ledger: Ledger
  let claim: Claim

  init() throws {
    folder = try LedgerFolder()
    ledger = try folder.open()
    claim = try #require(try ledger.claim(.sample(1), at: 10))
  }

  @Test func aClockThatGoesBackForgetsAndRepeatsNothing() throws {
    #expect(try ledger.markOffered(claim, at: -20))
    #expect(try ledger.claim(.sample(1), at: -30) == nil)
    #expect(try ledger.settle(claim, as: .accepted, at: -40))
    #expect(try ledger.claim(.sample(1), at: .min) == nil)
    let later = try #require(try ledger.claim(.sample(2), at: -50))
    #expect(try ledger.release(later))
    #expect(try ledger.claim(.sample(2), at: -60) != nil)
    #expect(try ledger.entries().map(\.state).contains(.settled(.accepted)))
    #expect(try folder.open().entries().count == 2)
  }

  @Test func anOfferIsListedAtEachStep() throws {
    var entry = try #require(try ledger.entries().first)
    #expect(entry.state == .claimed)
    #expect(entry.claimedAt == 10)
    #expect(entry.offeredAt == nil)
    #expect(try ledger.markOffered(claim, at: 20))
    entry = try #require(try ledger.entries().first)
    #expect(entry.state == .offered)
    #expect(entry.offeredAt == 20)
    #expect(entry.settledAt == nil)
    #expect(try ledger.settle(claim, as: .accepted, at: 30))
    entry = try #require(try ledger.entries().first)
    #expect(entry.state == .settled(.accepted))
    #expect(entry.offeredAt == 20)
    #expect(entry.settledAt == 30)
    #expect(entry.digest == .sample(1))
    #expect(entry.memory == "recent")
    #expect(entry.rule == "recent")
    #expect(entry.identifier == "shots/1.png")
    #expect(entry.library == "/pictures")
    #expect(entry.filename == "1.png")
  }

  @Test(arguments: Outcome.allCases)
  func whatHasAnOutcomeIsNotOfferedAgain(_ outcome: Outcome) throws {
    try ledger.settle(claim, as: outcome, at: 20)
    #expect(try ledger.entries().map(\.state.description) == [outcome.rawValue])
    #expect(try ledger.claim(.sample(1), at: 30) == nil)
  }

  @Test func whatIsSettledWasOffered() throws {
    try ledger.settle(claim, as: .delivered, at: 20)
    #expect(try ledger.entries().first?.offeredAt == 20)
  }

  @Test func theFirstOutcomeStays() throws {
    #expect(try ledger.settle(claim, as: .accepted, at: 20))
    #expect(try !ledger.settle(claim, as: .expired, at: 30))
    #expect(try !ledger.markOffered(claim, at: 30))
    let entry = try #require(try ledger.entries().first)
    #expect(entry.state == .settled(.accepted))
    #expect(entry.settledAt == 20)
    #expect(entry.offeredAt == 20)
  }

  @Test func aReleasedClaimMayBeOfferedAgain() throws {
    #expect(try ledger.release(claim))
    #expect(try ledger.entries().isEmpty)
    #expect(try ledger.claim(.sample(1), at: 20) != nil)
  }

  @Test func whatWasOfferedIsNotReleased() throws {
    try ledger.markOffered(claim, at: 20)
    #expect(try !ledger.release(claim))
    #expect(try ledger.claim(.sample(1), at: 30) == nil)
    try ledger.settle(claim, as: .expired, at: 40)
    #expect(try !ledger.release(claim))
    #expect(try ledger.entries().map(\.state) == [.settled(.expired)])
  }

  @Test func aForgottenClaimDoesNotTouchItsSuccessor() throws {
    try ledger.forget(.everything)
    let successor = try #require(try ledger.claim(.sample(1), at: 20))
    #expect(try !ledger.markOffered(claim, at: 30))
    #expect(try !ledger.settle(claim, as: .dismissed, at: 30))
    #expect(try !ledger.release(claim))
    #expect(try ledger.entries().map(\.state) == [.claimed])
    #expect(try ledger.settle(successor, as: .accepted, at: 40))
  }

  @Test func manyAreChangedAtOnce() throws {
    let claims = try ledger.claim([2, 3, 4].map { .sample($0) }, at: 10).compactMap(\.self)
    #expect(try ledger.markOffered(claims[..<2], at: 20) == 2)
    #expect(try ledger.release(claims) == 1)
    #expect(try ledger.settle(claims, as: .delivered, at: 30) == 2)
    #expect(
      try ledger.entries().map(\.state) == [
        .settled(.delivered), .settled(.delivered), .claimed,
      ])
    #expect(try ledger.settle([Claim](), as: .delivered, at: 30) == 0)
  }
}
