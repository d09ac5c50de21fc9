import PipelineSupport
import State
import Testing

/// Messages that wait to be sent, which are kept until they were received.
@Suite struct OutboxTests {
  private let folder: LedgerFolder

  init() throws {
    folder = try LedgerFolder()
  }

  private func delivery(_ key: String, body: String = "{}", target: String = "t") -> Delivery {
    Delivery(key: key, rule: "rule", target: target, subject: "\(key).png", body: body)
  }

  /// A ledger of a process that runs no more.
  private func ledgerOfADeadProcess() throws -> Ledger {
    try folder.open { $0.claimant = ProcessIdentity(boot: "gone", number: 1, start: 1) }
  }

  @Test func whatWasDeliveredIsNotSentAgain() throws {
    let ledger = try folder.open()
    #expect(try ledger.post([delivery("a"), delivery("b")], at: 1) == [.claimed, .claimed])
    try ledger.settle([("a", .delivered)], at: 2)
    #expect(try ledger.post([delivery("a"), delivery("c")], at: 3) == [.delivered, .claimed])
  }

  @Test func whatAnotherProcessSendsIsLeftToIt() throws {
    let first = try folder.open()
    _ = try first.post([delivery("a")], at: 1)
    #expect(try folder.open().post([delivery("a")], at: 2) == [.elsewhere])
    #expect(try folder.open().takeOver(rule: "rule", target: "t", limit: 9) == [])
  }

  @Test func whatAKilledProcessLeftIsSentWithTheSameKeyAndBody() throws {
    _ = try ledgerOfADeadProcess().post([delivery("a", body: "{\"n\":1}")], at: 1)
    let next = try folder.open()
    #expect(try next.takeOver(rule: "other", target: "t", limit: 9) == [])
    #expect(try next.takeOver(rule: "rule", target: "u", limit: 9) == [])
    #expect(
      try next.takeOver(rule: "rule", target: "t", limit: 9) == [delivery("a", body: "{\"n\":1}")])
    // It is this process' now.
    #expect(try folder.open().takeOver(rule: "rule", target: "t", limit: 9) == [])
  }

  @Test func theOldestComeFirstAndNoMoreThanAreWanted() throws {
    _ = try ledgerOfADeadProcess().post(["c", "a", "b"].map { delivery($0) }, at: 1)
    let next = try folder.open()
    #expect(try next.takeOver(rule: "rule", target: "t", limit: 2).map(\.key) == ["c", "a"])
    #expect(try next.takeOver(rule: "rule", target: "t", limit: 2).map(\.key) == ["b"])
  }

  @Test func whatWaitsIsCountedAndTakenOver() throws {
    let ledger = try folder.open()
    _ = try ledger.post([delivery("a"), delivery("b")], at: 1)
    try ledger.settle([("a", .waiting("down")), ("b", .refused("400"))], at: 2)
    #expect(try ledger.waitingCount(rule: "rule", target: "t") == 1)
    #expect(try ledger.takeOver(rule: "rule", target: "t", limit: 9).map(\.key) == ["a"])
  }

  @Test func whatWasRefusedIsTriedAgainWhenItsAssetComesAgain() throws {
    let ledger = try folder.open()
    _ = try ledger.post([delivery("a")], at: 1)
    try ledger.settle([("a", .refused("400"))], at: 2)
    #expect(try ledger.takeOver(rule: "rule", target: "t", limit: 9) == [])
    #expect(try ledger.post([delivery("a")], at: 3) == [.claimed])
  }

  @Test func forgettingAllForgetsTheOutbox() throws {
    let ledger = try folder.open()
    _ = try ledger.post([delivery("a")], at: 1)
    try ledger.settle([("a", .delivered)], at: 2)
    #expect(try ledger.forget(LedgerSelection(memory: "recent")) == 0)
    #expect(try ledger.post([delivery("a")], at: 3) == [.delivered])
    #expect(try ledger.forget(.everything) == 1)
    #expect(try ledger.post([delivery("a")], at: 4) == [.claimed])
  }
}
