import AssetSupport
import PipelineSupport
import State
import Testing

@Suite struct LedgerClaimTests {
  let folder: LedgerFolder

  init() throws {
    folder = try LedgerFolder()
  }

  @Test func contentIsClaimedOnce() throws {
    let ledger = try folder.open()
    let claim = try #require(try ledger.claim(.sample(1), at: 10))
    #expect(claim.digest == .sample(1))
    #expect(claim.memory == "recent")
    #expect(try ledger.claim(.sample(1), at: 20) == nil)
    #expect(try ledger.claim(.sample(2), at: 20) != nil)
  }

  @Test func contentIsClaimedOnceWhateverItsNameAndRule() throws {
    let ledger = try folder.open()
    let first = ClaimRequest.sample(1)
    let again = ClaimRequest(
      digest: first.digest, memory: first.memory, rule: "other", identifier: "copy.png",
      library: "/elsewhere", filename: "copy.png")
    #expect(try ledger.claim(first, at: 0) != nil)
    #expect(try ledger.claim(again, at: 0) == nil)
    #expect(try ledger.entries().map(\.identifier) == ["shots/1.png"])
  }

  @Test func twoInstancesShareTheFile() throws {
    let one = try folder.open()
    let two = try folder.open()
    #expect(try one.claim(.sample(1), at: 0) != nil)
    #expect(try two.claim(.sample(1), at: 0) == nil)
    #expect(try two.claim(.sample(2), at: 0) != nil)
    #expect(try one.claim(.sample(2), at: 0) == nil)
  }

  @Test func claimsOutliveTheInstance() throws {
    do { #expect(try folder.open().claim(.sample(1), at: 0) != nil) }
    #expect(try folder.open().claim(.sample(1), at: 0) == nil)
  }

  @Test func threadsWithInstancesOfTheirOwnNeverClaimTwice() async throws {
    let folder = folder
    // The ledger does not exist yet: they also meet at its creation.
    let claimed = try await withThrowingTaskGroup(of: [UInt32].self) { group in
      for _ in 0..<4 {
        group.addTask {
          let ledger = try folder.open()
          var won: [UInt32] = []
          for number in 0..<50 as Range<UInt32>
          where try ledger.claim(.sample(number), at: 0) != nil {
            won.append(number)
          }
          return won
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(claimed.sorted() == Array(0..<50))
    #expect(try folder.open().entries().count == 50)
  }

  @Test func threadsWithOneInstanceNeverClaimTwice() async throws {
    let ledger = try folder.open()
    let claimed = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { try ledger.claim((0..<50).map { .sample($0) }, at: 0).count { $0 != nil } }
      }
      return try await group.reduce(0, +)
    }
    #expect(claimed == 50)
  }

  @Test func aBatchAnswersEachRequestInOrder() throws {
    let ledger = try folder.open()
    #expect(try ledger.claim(.sample(2), at: 0) != nil)
    let claims = try ledger.claim([1, 2, 3, 1].map { ClaimRequest.sample($0) }, at: 5)
    #expect(claims.map { $0?.digest } == [.sample(1), nil, .sample(3), nil])
    #expect(try ledger.claim([ClaimRequest](), at: 5).isEmpty)
  }

  @Test func memoriesAreApart() throws {
    let ledger = try folder.open()
    #expect(try ledger.claim(.sample(1, memory: "a"), at: 0) != nil)
    #expect(try ledger.claim(.sample(1, memory: "b"), at: 0) != nil)
    #expect(try ledger.claim(.sample(1, memory: "A"), at: 0) != nil)
    #expect(try ledger.claim(.sample(1, memory: "a"), at: 0) == nil)
  }

  @Test func algorithmsAreApart() throws {
    let ledger = try folder.open()
    #expect(try ledger.claim(.sample(1, .sha1), at: 0) != nil)
    #expect(try ledger.claim(.sample(1, .sha256), at: 0) != nil)
    #expect(try ledger.claim(.sample(1, .sha256), at: 0) == nil)
  }

  @Test func aRepeatableClaimThatAProcessLeftIsTakenOver() throws {
    let running = RunningProcesses()
    let identities = (0..<2).map { ProcessIdentity(boot: "b", number: $0, start: 1) }
    for identity in identities { running.insert(identity) }
    let ledgers = try identities.map { identity in
      try folder.open {
        $0.claimant = identity
        $0.isRunning = { running.contains($0) }
      }
    }
    let digests = [1, 2, 3].map { ContentDigest.sample($0) }
    func remembered(_ repeats: Bool) throws -> [Bool] {
      try ledgers[1].isRemembered(digests, memory: "recent", repeating: repeats)
    }
    let left = try #require(try ledgers[0].claim(.sample(1, isRepeatable: true), at: 1))
    _ = try ledgers[0].claim(.sample(2), at: 1)
    let settled = try #require(try ledgers[0].claim(.sample(3, isRepeatable: true), at: 1))
    #expect(try ledgers[0].settle(settled, as: .delivered, at: 2))
    // A process that runs still has its claims.
    #expect(try remembered(true) == [true, true, true])
    #expect(try ledgers[1].claim(.sample(1, isRepeatable: true), at: 3) == nil)
    running.remove(identities[0])
    #expect(try remembered(true) == [false, true, true])
    #expect(try remembered(false) == [true, true, true])
    // Only one repeatable claim is taken over by another one.
    #expect(try ledgers[1].claim(.sample(1), at: 4) == nil)
    for number in [2, 3] as [UInt32] {
      #expect(try ledgers[1].claim(.sample(number, isRepeatable: true), at: 4) == nil)
    }
    let taken = try #require(try ledgers[1].claim(.sample(1, isRepeatable: true), at: 5))
    #expect(try ledgers[1].claim(.sample(1, isRepeatable: true), at: 5) == nil)
    // The process was not over after all: its claim is.
    #expect(try !ledgers[0].settle(left, as: .delivered, at: 6))
    #expect(try ledgers[1].settle(taken, as: .delivered, at: 7))
    #expect(try ledgers[1].entries().count == 3)
  }

  @Test func saysWhatIsRememberedWithoutClaiming() throws {
    let ledger = try folder.open()
    let settled = try #require(try ledger.claim(.sample(1), at: 0))
    try ledger.settle(settled, as: .dismissed, at: 1)
    _ = try ledger.claim(.sample(2), at: 0)
    let digests = [1, 2, 3].map { ContentDigest.sample($0) }
    #expect(try ledger.isRemembered(digests, memory: "recent") == [true, true, false])
    #expect(try ledger.isRemembered(digests, memory: "other") == [false, false, false])
    #expect(try ledger.claim(.sample(3), at: 0) != nil)
  }

  @Test func aDryRunMakesNoLedger() throws {
    #expect(try Ledger.existing(at: folder.ledger) == nil)
    #expect(try Ledger.existing(at: folder.path + "/none/ledger.sqlite") == nil)
    #expect(try folder.names.isEmpty)
  }

  @Test func anExistingLedgerIsFound() throws {
    do { _ = try folder.open().claim(.sample(1), at: 0) }
    let ledger = try #require(try Ledger.existing(at: folder.ledger))
    #expect(try ledger.isRemembered([.sample(1)], memory: "recent") == [true])
  }

  @Test(arguments: ["a", "9", "recent", "A.b_c-d", String(repeating: "x", count: 64)])
  func takesAName(_ name: String) throws {
    let ledger = try folder.open()
    #expect(try ledger.claim(.sample(1, memory: name), at: 0)?.memory == name)
  }

  @Test(arguments: [
    "", ".a", "-a", "_a", "a b", "a/b", "é", "a\n", String(repeating: "x", count: 65),
  ])
  func refusesANameForAMemory(_ name: String) throws {
    let ledger = try folder.open()
    #expect(throws: LedgerError.invalidMemory(name)) {
      try ledger.claim([.sample(1), .sample(2, memory: name)], at: 0)
    }
    #expect(throws: LedgerError.invalidMemory(name)) {
      try ledger.isRemembered([.sample(1)], memory: name)
    }
    #expect(try ledger.entries().isEmpty)
  }
}
