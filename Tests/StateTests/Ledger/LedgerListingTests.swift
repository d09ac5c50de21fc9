import AssetSupport
import PipelineSupport
import State
import Testing

@Suite struct LedgerListingTests {
  let folder: LedgerFolder
  let ledger: Ledger

  init() throws {
    folder = try LedgerFolder()
    ledger = try folder.open()
    // The clock went back before the last one: order is that of the claims all the same.
    for (number, moment) in [(0x1111_0000, 10), (0x1111_2222, 20), (0x3333_0000, 5)] {
      _ = try ledger.claim(.sample(UInt32(number)), at: Int64(moment))
    }
    _ = try ledger.claim(.sample(0x1111_0000, .sha256, memory: "other"), at: 30)
  }

  @Test func newestFirst() throws {
    #expect(try ledger.entries().map(\.claimedAt) == [30, 5, 20, 10])
    #expect(try ledger.entries(limit: 2).map(\.claimedAt) == [30, 5])
    #expect(try ledger.entries(limit: 0).isEmpty)
    #expect(try ledger.entries(limit: -1).isEmpty)
  }

  @Test func selectionsNarrow() throws {
    #expect(try ledger.entries(.init(memory: "recent")).map(\.claimedAt) == [5, 20, 10])
    #expect(try ledger.entries(.init(memory: "rec")).isEmpty)
    #expect(try ledger.entries(.init(digest: .init("1111"))).map(\.claimedAt) == [30, 20, 10])
    #expect(try ledger.entries(.init(digest: .init("sha1:1111"))).map(\.claimedAt) == [20, 10])
    #expect(try ledger.entries(.init(digest: .init("11112"))).map(\.claimedAt) == [20])
    let identifier = "shots/\(0x3333_0000).png"
    #expect(try ledger.entries(.init(identifier: identifier)).map(\.claimedAt) == [5])
    #expect(
      try ledger.entries(.init(digest: .init("1111"), memory: "other")).map(\.claimedAt) == [30])
  }

  @Test func aWholeDigestNamesOneEntry() throws {
    let prefix = try DigestPrefix(ContentDigest.sample(0x1111_0000).description)
    #expect(try ledger.entries(.init(digest: prefix)).map(\.claimedAt) == [10])
  }

  @Test func forgettingCountsAndAllowsAnotherOffer() throws {
    #expect(try ledger.forget(.init(digest: .init("sha1:1111"))) == 2)
    #expect(try ledger.entries().map(\.claimedAt) == [30, 5])
    #expect(try ledger.claim(.sample(0x1111_0000), at: 40) != nil)
    #expect(try ledger.claim(.sample(0x3333_0000), at: 40) == nil)
    #expect(try ledger.forget(.init(memory: "other")) == 1)
    #expect(try ledger.forget(.init(identifier: "shots/\(0x3333_0000).png")) == 1)
    #expect(try ledger.forget(.init(memory: "none")) == 0)
    #expect(try ledger.forget(.everything) == 1)
    #expect(try ledger.entries().isEmpty)
  }

  @Test func contentsOfARuleAreForgottenInTheirFirstMemory() throws {
    let content = ContentDigest.sample(0x1111_0000)
    _ = try ledger.claim(.sample(0x1111_0000, memory: "other"), at: 40)
    #expect(try ledger.forget([(content, ["none", "recent"])], claimedBy: "another rule") == 0)
    #expect(try ledger.forget([(content, ["none", "recent", "other"])], claimedBy: "recent") == 1)
    #expect(try ledger.entries().map(\.claimedAt) == [40, 30, 5, 20])
  }

  @Test func whatIsLeftBehindIsUnconfirmedAndStaysClaimed() throws {
    let gone = ProcessIdentity(boot: "another boot", number: 1, start: 1)
    do {
      let crashed = try folder.open { $0.claimant = gone }
      _ = try crashed.claim(.sample(7), at: 50)
      let shown = try #require(try crashed.claim(.sample(8), at: 60))
      try crashed.markOffered(shown, at: 61)
      let settled = try #require(try crashed.claim(.sample(9), at: 70))
      try crashed.settle(settled, as: .accepted, at: 71)
    }
    let states = try ledger.entries(limit: 4).map(\.state)
    #expect(states == [.settled(.accepted), .unconfirmed, .unconfirmed, .claimed])
    let again = try ledger.claim([7, 8, 9].map { .sample($0) }, at: 80)
    #expect(again.allSatisfy { $0 == nil })
  }
}
