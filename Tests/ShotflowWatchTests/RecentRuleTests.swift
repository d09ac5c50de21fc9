import ProgramSupport
import Samples
import TestSupport
import Testing

/// The promise of `rules/recent.lua`: the screenshot of a moment ago, once.
@Suite struct RecentRuleTests {
  @Test func offersTheScreenshotOfAMomentAgoOnce() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let first = try await world.runRecent()
    #expect(first.status == .exited(0))
    #expect(first.errorText == "")
    let record = try #require(try first.records().first)
    #expect(first.lines.count == 1)
    #expect(record.kind == "asset")
    #expect(record.filename == ProgramWorld.screenshot)
    #expect(record.path == "\(world.library)/\(ProgramWorld.screenshot)")
    #expect(record.creationDate == "2015-09-27T21:29:28.000Z")
    #expect(
      record.prompt
        == .init(rule: "recent", outcome: "delivered", offeredAt: "2015-09-27T21:29:40.000Z"))
    #expect(record.image?.path == record.path)

    let second = try await world.runRecent()
    #expect(second.status == .exited(1))
    #expect(second.text == "")
    #expect(second.errorText == "")
  }

  @Test func readsNamesInTheZoneOfTheComputer() async throws {
    let world = try ProgramWorld()
    try world.picture("Screenshot from 2015-09-27 23-29-28.png")
    var program = world.program([
      "run", ProgramWorld.recentRule, "--library", world.library, "--now", ProgramWorld.now,
    ])
    program.environment["TZ"] = "CET-1CEST,M3.5.0,M10.5.0/3"
    let record = try #require(try await program.result().records().first)
    #expect(record.creationDate == "2015-09-27T21:29:28.000Z")
  }

  @Test func doesNotOfferACopyUnderAnotherName() async throws {
    let world = try ProgramWorld()
    try world.picture()
    #expect(try await world.runRecent().status == .exited(0))
    try world.picture("Screenshot from 2015-09-27 21-29-35.png")
    let result = try await world.runRecent()
    #expect(result.status == .exited(1))
    #expect(result.text == "")
  }

  @Test func offersAnotherScreenshotInTheSameWindow() async throws {
    let world = try ProgramWorld()
    try world.picture()
    #expect(try await world.runRecent().status == .exited(0))
    try world.picture("Screenshot from 2015-09-27 21-29-35.png", seed: 2)
    let record = try #require(try await world.runRecent().records().first)
    #expect(record.filename == "Screenshot from 2015-09-27 21-29-35.png")
  }

  @Test(arguments: [
    ("2015-09-27T21:29:28Z", true), ("2015-09-27T21:29:57.999Z", true),
    ("2015-09-27T21:29:58Z", false), ("2015-09-27T21:29:59Z", false),
    ("2015-09-27T21:29:27.999Z", false), ("1970-01-01T00:00:00Z", false),
    ("2015-09-28T21:29:40Z", false),
  ])
  func countsThirtySecondsWithoutTheirBorder(now: String, isOffered: Bool) async throws {
    let world = try ProgramWorld()
    try world.picture()
    let result = try await world.runRecent(now: now)
    #expect(result.status == .exited(isOffered ? 0 : 1))
    #expect(try result.records().count == (isOffered ? 1 : 0))
  }

  @Test func offersTheNewestOfSeveral() async throws {
    let world = try ProgramWorld()
    for second in [20, 38, 29] {
      try world.picture("Screenshot from 2015-09-27 21-29-\(second).png", seed: UInt64(second))
    }
    try world.picture("holiday.png", seed: 99)
    let records = try await world.runRecent().records()
    #expect(records.map(\.filename) == ["Screenshot from 2015-09-27 21-29-38.png"])
  }

  @Test func leavesAHalfWrittenScreenshotForTheNextRun() async throws {
    let world = try ProgramWorld()
    let bytes = ProgramWorld.png(1).encoded()
    try world.directory.write(bytes.dropLast(40), to: "pictures/\(ProgramWorld.screenshot)")
    let early = try await world.runRecent()
    #expect(early.status == .exited(1))
    #expect(early.text == "")
    #expect(early.errorText == "")
    try world.picture()
    #expect(try await world.runRecent().records().count == 1)
  }

  @Test func leavesTheLibraryAsItWas() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let list = "ls -lAR pictures; cksum pictures/*"
    let before = try await world.shell(list).result().text
    _ = try await world.runRecent()
    let after = try await world.shell(list).result().text
    #expect(before == after)
    #expect(before.contains(ProgramWorld.screenshot))
  }

  @Test func followsAnEditOfTheRule() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let text = try await world.shell("cat '\(ProgramWorld.recentRule)'").result().text
    let rule = try world.rule(text, named: "mine.lua")
    let arguments = [
      "run", rule, "--library", world.library, "--now", "2015-09-27T21:30:30Z", "--exit-status",
    ]
    #expect(try await world.program(arguments).result().status == .exited(1))
    let edited = text.replacing("\"30s\"", with: "\"2m\"")
    #expect(edited != text)
    try world.directory.write(edited, to: "mine.lua")
    #expect(try await world.program(arguments).result().status == .exited(0))
  }
}
