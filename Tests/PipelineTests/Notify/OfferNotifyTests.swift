import AssetSupport
import Foundation
import PipelineSupport
import State
import TestSupport
import Testing

@Suite struct OfferNotifyTests {
  private let folder: TemporaryDirectory
  private let state: LedgerFolder

  init() throws {
    folder = try TemporaryDirectory()
    state = try LedgerFolder(syncing: false)
    for name in ["a", "b", "c"] { try folder.write(name, to: "\(name).txt") }
  }

  private func run(
    _ notifier: RecordedNotifier?, memory: Bool = true, notify: ArgumentValue = [:],
    isDryRun: Bool = false
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [StageCall("source")] + (memory ? [StageCall("dedupe", ["memory": "m"])] : [])
        + [StageCall("notify", notify)], library: folder.path)
    scenario.ledger = state.ledger
    scenario.notifier = notifier
    scenario.isDryRun = isDryRun
    return try scenario.run()
  }

  private func outcomes(_ outcome: Scenario.Outcome) throws -> [String] {
    try outcome.records.map { ($0["prompt"] as? [String: Any])?["outcome"] as? String ?? "" }
  }

  @Test func theAnswersAreInTheRecordsAndInTheLedger() throws {
    let notifier = RecordedNotifier([.accepted, .dismissed, .expired])
    let outcome = try run(notifier)
    #expect(try outcome.names == ["a.txt", "b.txt", "c.txt"])
    #expect(try outcomes(outcome) == ["accepted", "dismissed", "expired"])
    let prompt = try outcome.records[0]["prompt"] as? [String: Any]
    #expect(prompt?["rule"] as? String == "rule")
    #expect(prompt?["offeredAt"] as? String == "2024-05-01T12:00:00.000Z")
    let entries = try state.open().entries().reversed()
    #expect(entries.map(\.filename) == ["a.txt", "b.txt", "c.txt"])
    #expect(
      entries.map(\.state) == [.settled(.accepted), .settled(.dismissed), .settled(.expired)])
    #expect(entries.allSatisfy { $0.offeredAt == Scenario.noon.milliseconds })
  }

  @Test func nothingIsOfferedTwiceWhateverTheAnswer() throws {
    _ = try run(RecordedNotifier([.accepted, .dismissed, .expired]))
    let again = RecordedNotifier([])
    #expect(try run(again).names.isEmpty)
    #expect(again.questions.isEmpty)
  }

  @Test func withoutAPrompterAllIsHandedOn() throws {
    let outcome = try run(nil)
    #expect(try outcomes(outcome) == ["delivered", "delivered", "delivered"])
    #expect(try state.open().entries().allSatisfy { $0.state == .settled(.delivered) })
  }

  @Test func asksWhatTheRuleSays() throws {
    let date = Scenario.noon.seconds - 12
    for name in ["a", "b", "c"] {
      try folder.setModified(.init(timeIntervalSince1970: date), of: "\(name).txt")
    }
    let notifier = RecordedNotifier([])
    _ = try run(notifier, memory: false, notify: ["title": "Send it?", "dismiss": "1m"])
    #expect(
      notifier.questions.first
        == .init(title: "Send it?", subject: "a.txt", age: 12_000, stays: 60_000))
    let standard = RecordedNotifier([])
    _ = try run(standard, memory: false)
    #expect(standard.questions.map(\.title) == Array(repeating: "Take this one?", count: 3))
    #expect(standard.questions.first?.stays == 3000)
    // Without a memory nothing is kept.
    #expect(try state.names.isEmpty)
  }

  @Test func aClaimIsKeptBeforeThePersonSeesIt() throws {
    let ledger = state
    let seen = Probe()
    let notifier = RecordedNotifier([.accepted]) {
      let states = (try? ledger.open().entries().map(\.state)) ?? []
      if states.contains(.offered) { seen.note("offered") }
      seen.note("entries", by: states.count)
    }
    _ = try run(notifier)
    #expect(seen.count("offered") == 3)
    // One more each time: what still waits for its question is not claimed.
    #expect(seen.count("entries") == 1 + 2 + 3)
  }

  @Test func aDryRunAsksNobodyAndLeavesNoLedger() throws {
    let notifier = RecordedNotifier([])
    let outcome = try run(notifier, isDryRun: true)
    #expect(try outcome.names == ["a.txt", "b.txt", "c.txt"])
    #expect(notifier.questions.isEmpty)
    #expect(try state.names.isEmpty)
  }

  @Test(arguments: [["title": 3], ["dismiss": "later"], ["tilte": "x"]] as [ArgumentValue])
  func refusesWrongOptions(_ table: ArgumentValue) {
    #expect(throws: RuleProblems.self) {
      try Scenario([StageCall("source"), StageCall("notify", table)]).plan()
    }
  }
}
