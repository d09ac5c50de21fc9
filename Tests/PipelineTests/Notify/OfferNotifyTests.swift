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
    _ notifier: (any Notifier)?, memory: Bool = true, notify: ArgumentValue = [:],
    isDryRun: Bool = false, behind: StageCall..., cancellation: Cancellation = Cancellation(),
    to out: String? = nil
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [StageCall("source", ["everything": true])]
        + (memory ? [StageCall("dedupe", ["memory": "m"])] : [])
        + [StageCall("notify", notify)] + behind, library: folder.path)
    scenario.ledger = state.ledger
    scenario.notifier = notifier
    scenario.isDryRun = isDryRun
    scenario.cancellation = cancellation
    scenario.outputFolder = out
    return try scenario.run()
  }

  private var states: [OfferState] {
    get throws { try state.open().entries().reversed().map(\.state) }
  }

  private func outcomes(_ outcome: Scenario.Outcome) throws -> [String] {
    try outcome.records.map { ($0["prompt"] as? [String: Any])?["outcome"] as? String ?? "" }
  }

  @Test func whatWasRefusedGoesNoFurtherAndIsCounted() throws {
    let outcome = try run(RecordedNotifier([.dismissed, .accepted, .expired]))
    #expect(try outcome.names == ["b.txt"])
    #expect(try outcomes(outcome) == ["accepted"])
    #expect(
      try outcome.records.map { ($0["prompt"] as? [String: Any])?["action"] as? String }
        == ["default"])
    #expect(try states == [.settled(.dismissed), .settled(.accepted), .settled(.expired)])
    let offers = outcome.report.offers
    #expect(Outcome.allCases.map { offers[$0] } == [1, 1, 1, 0])
    #expect(outcome.report.steps.last?.tally.dropped == 2)
    #expect(!outcome.report.isFruitless)
  }

  @Test func refusedAloneIsFruitlessBeItPrintedOrNot() throws {
    #expect(try run(RecordedNotifier([])).report.isFruitless)
    let printed = try run(RecordedNotifier([]), memory: false, notify: ["keep": "all"])
    #expect(printed.lines.count == 3)
    #expect(printed.report.isFruitless)
    let delivered = try run(nil, memory: false)
    #expect(!delivered.report.isFruitless)
  }

  @Test func theAnswersAreInTheRecordsAndInTheLedger() throws {
    let notifier = RecordedNotifier([.accepted, .dismissed, .expired])
    let outcome = try run(notifier, notify: ["keep": "all"])
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

  @Test func withoutAPrompterAllIsPassedOn() throws {
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
        == .init(
          title: "Send it?", subject: "a.txt", age: 12_000, stays: 60_000, place: "1 of 3"))
    let standard = RecordedNotifier([])
    _ = try run(standard, memory: false)
    #expect(standard.questions.map(\.title) == Array(repeating: "Take this one?", count: 3))
    #expect(standard.questions.first?.stays == 3000)
    // Without a memory nothing is kept.
    #expect(try state.names.isEmpty)
  }

  @Test func aClaimIsKeptBeforeTheUserSeesIt() throws {
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

  @Test(
    arguments: [
      ["title": 3], ["dismiss": "later"], ["tilte": "x"], ["keep": "most"], ["together": 2],
      ["unattended": "yes"],
    ] as [ArgumentValue])
  func refusesWrongOptions(_ table: ArgumentValue) {
    #expect(throws: RuleProblems.self) {
      try Scenario([StageCall("source"), StageCall("notify", table)]).plan()
    }
  }

  @Test func theNumberOfQuestionsIsShownWhereItIsKnown() throws {
    let whole = RecordedNotifier([.dismissed, .dismissed, .dismissed])
    _ = try run(whole, memory: false)
    #expect(whole.questions.map(\.place) == ["1 of 3", "2 of 3", "3 of 3"])
    func places(_ stages: StageCall...) throws -> [String?] {
      let notifier = RecordedNotifier([])
      var scenario = Scenario(
        [StageCall("source", ["everything": true])] + stages + [StageCall("notify")],
        library: folder.path)
      scenario.notifier = notifier
      _ = try scenario.run()
      return notifier.questions.map(\.place)
    }
    #expect(
      try places(StageCall("filter", ["sortedBy": "filename", "limit": 2])) == ["1 of 2", "2 of 2"])
    #expect(try places(StageCall("filter", ["limit": 2])) == ["1 of 2", "2 of 2"])
    #expect(try places(StageCall("filter", ["limit": 1])) == [nil])
    // Those that pass the order by come before those that it holds back.
    #expect(
      try places(
        StageCall("filter", ["when": ["filename": "a.txt"], "sortedBy": "filename"]))
        == [nil, nil, "3 of 3"])
  }

  @Test func aFeedThatGoesOnHasNoNumber() throws {
    let notifier = RecordedNotifier([])
    let records = (0..<5000).map { "{\"mediaType\":\"image\",\"filename\":\"\($0)\"}\n" }
    var scenario = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("notify")], input: records.joined())
    scenario.notifier = notifier
    _ = try scenario.run()
    #expect(notifier.questions.count == 5000)
    #expect(notifier.questions.first?.place == nil)
  }

  // MARK: - What acts

  @Test func onlyWhatWasAcceptedIsCopied() throws {
    let out = folder.path("out")
    for keep in ["taken", "all"] as [ArgumentValue] {
      let outcome = try run(
        RecordedNotifier([.dismissed, .accepted, .expired]), memory: false,
        notify: ["keep": keep], behind: StageCall("load", ["file": "copy"]), to: out)
      #expect(try outcome.records.compactMap { $0["file"] != nil }.count { $0 } == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["b.txt"])
      try FileManager.default.removeItem(atPath: out)
    }
  }

  @Test(arguments: [false, true])
  func offersWithoutAQuestionArePrintedAndActedOnIfTheRuleSaysSo(_ isUnattended: Bool) throws {
    let out = folder.path("out")
    let outcome = try run(
      nil, notify: ["unattended": .flag(isUnattended)],
      behind: StageCall("load", ["file": "copy", "data": "size"]),
      StageCall("load", ["data": "size"]), to: out)
    #expect(try outcomes(outcome) == ["delivered", "delivered", "delivered"])
    let copies = (try? FileManager.default.contentsOfDirectory(atPath: out)) ?? []
    #expect(copies.count == (isUnattended ? 3 : 0))
    #expect(try outcome.records.allSatisfy { ($0["file"] != nil) == isUnattended })
    // What does not act goes on.
    #expect(try outcome.records.allSatisfy { $0["data"] != nil })
  }

  @Test func theLastOfferCounts() throws {
    let out = folder.path("out")
    _ = try run(
      nil, notify: ["unattended": true],
      behind: StageCall("notify"), StageCall("load", ["file": "hardLink"]), to: out)
    #expect(try FileManager.default.contentsOfDirectory(atPath: out) == [])
  }

  @Test func aRefusalThatCameWithARecordHoldsACopyBack() throws {
    let out = folder.path("out")
    let outcomes = ["accepted", "dismissed", "expired", "delivered", "odd"]
    for name in outcomes { try folder.write(name, to: "in/\(name).txt") }
    let records = outcomes.map {
      "{\"path\":\"\(folder.path("in"))/\($0).txt\",\"prompt\":{\"rule\":\"other\",\"outcome\":\"\($0)\"}}\n"
    }
    var scenario = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("load", ["file": "copy"])],
      input: records.joined())
    scenario.outputFolder = out
    #expect(try scenario.run().lines.count == 5)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out).sorted()
        == ["accepted.txt", "delivered.txt", "odd.txt"])
    // Who is asked again decides again.
    scenario.stages.insert(StageCall("notify"), at: 1)
    scenario.notifier = RecordedNotifier([.dismissed, .accepted, .dismissed, .dismissed])
    scenario.outputFolder = folder.path("again")
    let again = try scenario.run()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("again"))
        == ["dismissed.txt"])
    let prompt = try again.records[0]["prompt"] as? [String: Any]
    #expect(prompt?["rule"] as? String == "rule")
  }

  // MARK: - The prompt of later stages

  @Test func laterStagesTestAndSortByThePrompt() throws {
    let answers: [Outcome] = [.expired, .accepted, .dismissed]
    func names(_ stages: StageCall...) throws -> [String] {
      var scenario = Scenario(
        [StageCall("source", ["everything": true]), StageCall("notify", ["keep": "all"])] + stages,
        library: folder.path)
      scenario.notifier = RecordedNotifier(answers)
      return try scenario.run().names
    }
    #expect(
      try names(StageCall("filter", ["prompt": ["outcome": ["dismissed", "expired"]]]))
        == ["a.txt", "c.txt"])
    #expect(try names(StageCall("filter", ["prompt": ["action": "default"]])) == ["b.txt"])
    #expect(
      try names(StageCall("filter", ["prompt": ["rule": "rule", "action": .calling("absent")]]))
        == ["a.txt", "c.txt"])
    #expect(
      try names(
        StageCall("filter", ["prompt": ["offeredAt": .calling("within", "1s")]])
      ).count == 3)
    #expect(
      try names(StageCall("filter", ["sortedBy": "prompt.outcome"])) == ["b.txt", "c.txt", "a.txt"])
    #expect(
      try names(StageCall("filter", ["sortedBy": "-prompt.outcome"])) == [
        "a.txt", "c.txt", "b.txt",
      ])
    #expect(
      try names(
        StageCall("load", ["when": ["prompt": ["outcome": "accepted"]], "data": "size"])
      ).count == 3)
  }

  @Test func aMisspeltMemberIsRefusedBeforeTheRun() {
    func problems(_ stages: StageCall...) -> [String] {
      Scenario([StageCall("source"), StageCall("notify")] + stages).problems
    }
    #expect(
      problems(
        StageCall("filter", ["prompt": ["outcom": "accepted"]]),
        StageCall("filter", ["prompt": ["outcome": "acepted"]]),
        StageCall("filter", ["prompt": "accepted"]),
        StageCall("filter", ["sortedBy": "prompt.acton"]))
        == [
          "prompt has no member \"outcom\"", "prompt.outcome is never \"acepted\"",
          "prompt is a table of tests of its members, such as { outcome = \"accepted\" },"
            + " not \"accepted\"",
          "no field called \"prompt.acton\" to sort by",
        ])
    // Where nothing was offered there is no prompt.
    #expect(throws: RuleProblems.self) {
      try Scenario([StageCall("source"), StageCall("filter", ["prompt": .calling("present")])])
        .plan()
    }
  }

  @Test func thePromptOfARecordIsKnownToARuleThatReadsIt() throws {
    let input =
      "{\"mediaType\":\"image\",\"localIdentifier\":\"1\",\"prompt\":{\"outcome\":\"accepted\",\"action\":\"a\\u0062c\"}}\n"
      + "{\"mediaType\":\"image\",\"localIdentifier\":\"2\",\"prompt\":{\"outcome\":\"dismissed\"}}\n"
      + "{\"mediaType\":\"image\",\"localIdentifier\":\"3\",\"prompt\":\"accepted\"}\n"
      + "{\"mediaType\":\"image\",\"localIdentifier\":\"4\",\"prompt\":{\"outcome\":3}}\n"
      + "{\"mediaType\":\"image\",\"localIdentifier\":\"5\"}\n"
    func names(_ tests: ArgumentValue) throws -> [String] {
      try Scenario(
        [StageCall("source", ["stdin": true]), StageCall("filter", tests)], input: input
      ).run().names
    }
    #expect(try names(["prompt": ["outcome": "accepted"]]) == ["1"])
    #expect(try names(["prompt": ["action": "abc"]]) == ["1"])
    #expect(try names(["prompt": .calling("present")]) == ["1", "2", "4"])
    #expect(try names(["prompt": .calling("absent")]) == ["3", "5"])
    let whole = try Scenario([StageCall("source", ["stdin": true])], input: input).run()
    #expect(whole.lines[3].hasSuffix("\"prompt\":{\"outcome\":3}}"))
  }

  // MARK: - Ctrl-C

  @Test func whoBreaksAQuestionOffDecidesNothing() throws {
    for outcome in [Outcome.expired, nil] {
      let cancellation = Cancellation()
      let notifier = JointNotifier { _ in
        cancellation.cancel(byUser: true)
        guard let outcome else { throw RunProblem.cancelled }
        return [OfferAnswer(outcome), OfferAnswer(outcome), OfferAnswer(outcome)]
      }
      #expect(throws: RunProblem.cancelled) {
        try run(notifier, notify: ["together": true], cancellation: cancellation)
      }
      #expect(try states == [])
    }
    #expect(try run(nil).names.count == 3)
  }

  @Test func whatIsEndedFromOutsideWhileItAsksIsUnconfirmed() throws {
    for problem in [RunProblem.cancelled, OfferProblem.lost] as [any Error] {
      let cancellation = Cancellation()
      let notifier = JointNotifier { _ in
        cancellation.cancel()
        throw problem
      }
      #expect(throws: RunProblem.cancelled) {
        try run(notifier, notify: ["together": true], cancellation: cancellation)
      }
      #expect(try state.open().entries().count == 3)
      #expect(try run(nil).names == [])
      try state.open().forget(.everything)
    }
  }

  @Test func anAnswerBesideAnInterruptionCounts() throws {
    let cancellation = Cancellation()
    let notifier = RecordedNotifier([.accepted]) { cancellation.cancel(byUser: true) }
    #expect(throws: RunProblem.cancelled) { try run(notifier, cancellation: cancellation) }
    #expect(try states == [.settled(.accepted)])
  }

  @Test func whatCouldNotBeShownIsOfferedAgain() throws {
    let notifier = JointNotifier { _ in throw FileProblem("no bus") }
    #expect(throws: FileProblem.self) { try run(notifier, notify: ["together": true]) }
    #expect(try states == [])
  }
}
