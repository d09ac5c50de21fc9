import AssetSupport
import Pipeline
import PipelineSupport
import TestSupport
import Testing

/// An added stage that acts gets the accepted assets.
@Suite struct ActingStageTests {
  /// Sends each asset somewhere.
  private struct Sender: AssetStage {
    static let description = StageDescription(
      name: "send", role: .load, summary: "sends each asset")
    var traits: StageTraits { .acting }

    init(_ arguments: inout StageArguments) {}

    func process(_ asset: inout AssetUnderWork) { asset.add(label: "sent") }
  }

  private func sent(_ stages: StageCall..., answers: [Outcome]? = nil) throws -> [String] {
    let folder = try TemporaryDirectory()
    for name in ["a", "b", "c"] { try folder.write(name, to: "\(name).txt") }
    let components = Components.builtin.adding(stages: [Sender.self])
    let plan = try PlanBuilder(components: components, rulePath: "rule.lua", now: Scenario.noon)
      .plan([StageCall("source", ["everything": true])] + stages)
    var context = RunContext(
      components: components, now: Scenario.noon, ruleName: "rule", libraries: [folder.path],
      ledgerPath: nil)
    context.services.notifier = answers.map { RecordedNotifier($0) }
    let output = try ScratchFile()
    let report = try PipelineRun(
      plan, in: context, outputDescriptor: output.descriptor, lanes: 2
    ).run()
    let records = try Scenario.Outcome(report: report, bytes: try output.bytes).records
    return records.filter { $0["labels"] as? [String] == ["sent"] }
      .compactMap { $0["filename"] as? String }
  }

  @Test func withoutAnOfferItGetsAll() throws {
    #expect(try sent(StageCall("send")) == ["a.txt", "b.txt", "c.txt"])
    #expect(try sent(StageCall("send"), StageCall("notify"), answers: [.accepted]) == ["a.txt"])
  }

  @Test func behindAnOfferItGetsWhatWasTaken() throws {
    let answers: [Outcome] = [.dismissed, .accepted, .expired]
    #expect(
      try sent(StageCall("notify", ["keep": "all"]), StageCall("send"), answers: answers)
        == ["b.txt"])
    #expect(try sent(StageCall("notify"), StageCall("send")) == [])
    #expect(
      try sent(StageCall("notify", ["unattended": true]), StageCall("send"))
        == ["a.txt", "b.txt", "c.txt"])
  }

  @Test func whatTheOfferIsNotForIsActedOn() throws {
    #expect(
      try sent(
        StageCall("notify", ["when": ["filename": "a.txt"]]), StageCall("send"),
        answers: [.dismissed]) == ["b.txt", "c.txt"])
  }
}
