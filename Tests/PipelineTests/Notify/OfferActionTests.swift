import AssetSupport
import Engine
import Foundation
import PipelineSupport
import TestSupport
import Testing

/// The actions of a rule's offers: how a rule says them, who is shown them, and what they steer.
@Suite struct OfferActionTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for name in ["a", "b", "c"] { try folder.write(name, to: "\(name).txt") }
  }

  private func run(
    _ notify: ArgumentValue, by notifier: any Notifier, then stages: StageCall...
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [StageCall("source", ["everything": true]), StageCall("notify", notify)] + stages,
      library: folder.path)
    scenario.notifier = notifier
    return try scenario.run()
  }

  @Test func theChosenActionSteersLaterStages() throws {
    let notifier = ChoosingNotifier(["send", "open", nil])
    let outcome = try run(
      ["actions": ["send": "Send", "open": "Open"]], by: notifier,
      then: StageCall("filter", ["prompt": ["action": ["open", "default"]]]))
    #expect(try outcome.names == ["b.txt", "c.txt"])
    let actions = try outcome.records.map { ($0["prompt"] as? [String: Any])?["action"] as? String }
    #expect(actions == ["open", "default"])
  }

  @Test func theyAreShownByTheirNamesOrInTheOrderOfAList() throws {
    let table = ChoosingNotifier([])
    _ = try run(
      ["actions": ["send": "Send", "open": "Open", "default": "Take it"]], by: table)
    #expect(
      table.offers.first?.actions
        == [OfferAction("open", label: "Open"), OfferAction("send", label: "Send")])
    #expect(table.offers.first?.acceptLabel == "Take it")
    let list = ChoosingNotifier([])
    _ = try run(["actions": [["send": "Send"], ["open": "Open"]]], by: list)
    #expect(list.offers.first?.actions.map(\.name) == ["send", "open"])
    #expect(list.offers.first?.acceptLabel == nil)
  }

  @Test(
    arguments: [
      ["actions": "send"], ["actions": ["send"]], ["actions": ["send": 3]],
      ["actions": ["send": ""]], ["actions": ["send": "a\nb"]],
      ["actions": [["send": "Send"], ["send": "Again"]]],
      ["actions": ["s\u{1B}": "Send"]],
      [
        "actions": [
          "a": "1", "b": "1", "c": "1", "d": "1", "e": "1", "f": "1", "g": "1", "h": "1", "i": "1",
        ]
      ],
    ] as [ArgumentValue])
  func refusesWhatNoDesktopCanShow(_ table: ArgumentValue) {
    #expect(throws: RuleProblems.self) {
      try Scenario([StageCall("source"), StageCall("notify", table)]).plan()
    }
  }

  @Test func noPictureIsMadeForANotifierThatShowsNone() throws {
    let notifier = ChoosingNotifier([])
    _ = try run([:], by: notifier)
    #expect(notifier.offers.count == 3)
    #expect(notifier.offers.allSatisfy { $0.picture == nil })
  }
}
