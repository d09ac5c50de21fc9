import AssetSupport
import Foundation
import PipelineSupport
import State
import TestSupport
import Testing

/// One question about several assets.
@Suite struct JointOfferTests {
  private let folder: TemporaryDirectory
  private let state: LedgerFolder

  init() throws {
    folder = try TemporaryDirectory()
    state = try LedgerFolder(syncing: false)
    for name in ["a", "b", "c"] { try folder.write(name, to: "\(name).txt") }
  }

  private func run(
    _ notifier: (any Notifier)?, memory: Bool = true, notify: ArgumentValue = ["together": true],
    before: StageCall...
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [StageCall("source", ["everything": true])] + before
        + (memory ? [StageCall("dedupe", ["memory": "m"])] : [])
        + [StageCall("notify", notify)], library: folder.path)
    scenario.ledger = state.ledger
    scenario.notifier = notifier
    return try scenario.run()
  }

  @Test func allAreAskedAboutAtOnce() throws {
    let notifier = JointNotifier { _ in
      [OfferAnswer(.accepted), OfferAnswer(.dismissed), OfferAnswer(.accepted, action: "send")]
    }
    let outcome = try run(notifier)
    #expect(try outcome.names == ["a.txt", "c.txt"])
    let prompts = try outcome.records.map { $0["prompt"] as? [String: Any] }
    #expect(prompts.map { $0?["action"] as? String } == ["default", "send"])
    let group = try #require(notifier.groups.first)
    #expect(notifier.groups.count == 1 && notifier.offers.isEmpty)
    #expect(group.title == "Take these?" && group.subject == "3 items")
    #expect(group.offers.map(\.subject) == ["a.txt", "b.txt", "c.txt"])
    #expect(group.offers.map { $0.place.map { "\($0)" } } == ["1 of 3", "2 of 3", "3 of 3"])
    let states = try state.open().entries().reversed().map(\.state)
    #expect(
      states == [.settled(.accepted), .settled(.dismissed), .settled(.accepted)])
  }

  @Test func allAreClaimedBeforeTheQuestionIsShown() throws {
    let ledger = state
    let seen = Probe()
    let notifier = JointNotifier { group in
      let entries = (try? ledger.open().entries()) ?? []
      seen.note("offered", by: entries.count { $0.state == .offered })
      return group.offers.map { _ in OfferAnswer(.dismissed) }
    }
    #expect(try run(notifier).names.isEmpty)
    #expect(seen.count("offered") == 3)
  }

  @Test func oneIsAskedAboutAsOne() throws {
    let notifier = JointNotifier { _ in [] }
    #expect(
      try run(notifier, before: StageCall("filter", ["filename": "b.txt"])).names == ["b.txt"])
    #expect(notifier.groups.isEmpty)
    #expect(notifier.offers.map(\.title) == ["Take this one?"])
    #expect(notifier.offers.first?.place == nil)
  }

  @Test func withoutOffersNothingIsAsked() throws {
    let notifier = JointNotifier { _ in [] }
    #expect(try run(notifier, before: StageCall("filter", ["filename": "z"])).names == [])
    #expect(notifier.groups.isEmpty && notifier.offers.isEmpty)
  }

  @Test func aSecondRunIsNotAskedTheSame() throws {
    let second = JointNotifier { group in group.offers.map { _ in OfferAnswer(.accepted) } }
    let first = JointNotifier { group in
      let names = try run(second).names
      #expect(names.isEmpty)
      return group.offers.map { _ in OfferAnswer(.accepted) }
    }
    #expect(try run(first).names.count == 3)
    #expect(second.groups.isEmpty && second.offers.isEmpty)
  }

  @Test func anExistingNotifierIsAskedForEach() throws {
    let notifier = RecordedNotifier([.accepted, .dismissed, .accepted])
    #expect(try run(notifier).names == ["a.txt", "c.txt"])
    #expect(notifier.questions.map(\.place) == ["1 of 3", "2 of 3", "3 of 3"])
    #expect(notifier.questions.map(\.title) == Array(repeating: "Take this one?", count: 3))
  }

  @Test func withoutANotifierAllPassAsTheyCome() throws {
    let outcome = try run(nil)
    #expect(try outcome.names.count == 3)
    #expect(try state.open().entries().allSatisfy { $0.state == .settled(.delivered) })
  }

  @Test(arguments: ["a.txt", "b.txt", "c.txt"])
  func assetsThatPassItByStay(_ bystander: String) throws {
    let notifier = JointNotifier { group in group.offers.map { _ in OfferAnswer(.dismissed) } }
    let others = ["a.txt", "b.txt", "c.txt"].filter { $0 != bystander }
    let outcome = try run(
      notifier, memory: false,
      notify: ["together": true, "when": ["filename": .list(others.map(ArgumentValue.text))]])
    #expect(try outcome.names == [bystander])
    #expect(notifier.groups.map { $0.offers.map(\.subject) } == [others])
  }

  @Test(
    arguments: [
      (#""mediaSubtypes":["photoScreenshot"],"mediaType":"image""#, nil, "2 screenshots"),
      (#""mediaType":"image""#, nil, "2 photos"), (#""mediaType":"video""#, nil, "2 videos"),
      (#""mediaType":"image""#, #""mediaType":"video""#, "2 photos and videos"),
      (#""mediaType":"image""#, #""mediaType":"audio""#, "2 items"),
    ] as [(String, String?, String)])
  func saysWhatTheyAre(_ first: String, _ second: String?, _ subject: String) throws {
    let notifier = JointNotifier { group in group.offers.map { _ in OfferAnswer(.accepted) } }
    var scenario = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("notify", ["together": true])],
      input: "{\(first)}\n{\(second ?? first)}\n")
    scenario.notifier = notifier
    #expect(try scenario.run().lines.count == 2)
    #expect(notifier.groups.map(\.subject) == [subject])
  }

  @Test func tenThousandAreOneQuestionAndTwoTransactions() throws {
    let count = 10_000
    let many = try TemporaryDirectory()
    for number in 0..<count { try many.write("\(number)", to: "\(number).txt") }
    let ledger = state
    let seen = Probe()
    let notifier = JointNotifier { group in
      seen.note("offered", by: try ledger.open().entries().count { $0.state == .offered })
      return group.offers.indices.map { OfferAnswer($0 % 2 == 0 ? .accepted : .dismissed) }
    }
    var scenario = Scenario(
      [
        StageCall("source", ["everything": true]), StageCall("dedupe", ["memory": "m"]),
        StageCall("notify", ["together": true]),
      ], library: many.path)
    scenario.ledger = state.ledger
    scenario.notifier = notifier
    let outcome = try scenario.run()
    #expect(outcome.lines.count == count / 2)
    #expect(seen.count("offered") == count)
    #expect(notifier.groups.map(\.offers.count) == [count])
    #expect(try state.open().entries().count { $0.state == .settled(.dismissed) } == count / 2)
  }

  @Test func noMoreAreOfferedAtOnceThanOneCanChooseFrom() throws {
    let most = 100_000
    let input = (0...most).map {
      "{\"v\":1,\"kind\":\"asset\",\"mediaType\":\"image\",\"localIdentifier\":\"\($0)\"}"
    }
    var scenario = Scenario(
      [StageCall("source", ["stdin": true]), StageCall("notify", ["together": true])],
      input: input.joined(separator: "\n"))
    let notifier = JointNotifier { $0.offers.map { _ in OfferAnswer(.accepted) } }
    scenario.notifier = notifier
    let reported = Probe()
    scenario.notices = RunNotices { reported.note($0) }
    let outcome = try scenario.run()
    #expect(notifier.groups.map(\.offers.count) == [most])
    #expect(outcome.lines.count == most)
    #expect(try outcome.texts("localIdentifier").last == "\(most - 1)")
    #expect(
      reported.count("100000 assets are offered at once; more are left for the next run") == 1)
  }
}
