import AssetSupport
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import Pipeline

@Suite struct FetchObserveTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func picture(_ name: String, seed: UInt64 = 1) throws {
    try directory.write(PNGPicture(width: 8, height: 8, seed: seed), to: "pictures/\(name)")
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: directory.path("pictures/\(name)"))
  }

  private func rename(_ name: String, _ other: String) throws {
    try FileManager.default.moveItem(
      atPath: directory.path("pictures/\(name)"), toPath: directory.path("pictures/\(other)"))
  }

  private func feed(_ filters: [StageCall] = [], behind: [StageCall] = []) throws -> ChangeFeed {
    try ChangeFeed(
      [StageCall("source")] + filters, library: directory.path("pictures"), behind: behind)
  }

  // MARK: - Reported changes

  @Test func withoutATokenEverythingIsListed() throws {
    for name in ["a.png", "b.png", "c.png"] { try picture(name) }
    let news = try feed().next()
    #expect(news.changes == ["inserted 0 a.png", "inserted 1 b.png", "inserted 2 c.png"])
    #expect(news.isListing)
    #expect(news.assets[0]["pixelWidth"] as? Int == 8)
    #expect(news.assets[0]["kind"] as? String == "asset")
  }

  @Test func unchangedAssetsAreNotReported() throws {
    try picture("a.png")
    let feed = try feed()
    try feed.next()
    let token = feed.token
    let news = try feed.next()
    #expect(news.changes.isEmpty && !news.isListing)
    #expect(feed.token == token)
    #expect(news.report?.emitted == 0)
  }

  @Test func fileChangesAreReported() throws {
    for name in ["b.png", "c.png", "d.png", "e.png"] { try picture(name) }
    let feed = try feed()
    try feed.next()
    try remove("b.png")
    try rename("d.png", "z.png")
    try picture("a.png")
    try picture("e.png", seed: 9)
    let news = try feed.next()
    #expect(
      news.changes == [
        "removed 0 b.png", "removed 2 d.png", "inserted 0 a.png", "inserted 3 z.png",
        "changed 2 e.png",
      ])
    #expect(feed.list == ["a.png", "c.png", "e.png", "z.png"])
    #expect(news.assets[0]["path"] == nil && news.assets[0]["library"] != nil)
    #expect(news.assets[4]["path"] as? String == directory.path("pictures/e.png"))
    #expect(try feed.next().changes.isEmpty)
  }

  @Test func aTouchedOrReplacedFileIsChanged() throws {
    for name in ["a.png", "b.png", "c.png"] { try picture(name) }
    let feed = try feed()
    try feed.next()
    try directory.setModified(Date(timeIntervalSince1970: 1), of: "pictures/a.png")
    // The same bytes under the same name, but another file.
    try picture("other.png")
    #expect(
      Foundation.rename(
        directory.path("pictures/other.png"), directory.path("pictures/b.png")) == 0)
    #expect(try feed.next().changes == ["changed 0 a.png", "changed 1 b.png"])
  }

  @Test(.enabled(if: Scenario.knows("classify"))) func anotherValueOfAnAddedFieldIsAChange() throws
  {
    for name in ["a.png", "b.png"] { try picture(name) }
    let feed = try feed([StageCall("classify", ["mood": CountingFunctions.reference])])
    feed.functions = CountingFunctions(returning: { _ in .string("calm") })
    try feed.next()
    #expect(try feed.next().changes.isEmpty)
    feed.functions = CountingFunctions(
      returning: { .string($0.string(of: .filename) == "a.png" ? "wild" : "calm") })
    #expect(try feed.next().changes == ["changed 0 a.png"])
  }

  @Test func aChangedOrderIsReportedAsMoves() throws {
    for (day, name) in ["a.png", "b.png", "c.png", "d.png"].enumerated() {
      try picture(name)
      try directory.setModified(
        Date(timeIntervalSince1970: Double(day) * 86_400), of: "pictures/\(name)")
    }
    let feed = try feed([StageCall("filter", ["sortedBy": "modificationDate"])])
    try feed.next()
    try directory.setModified(Date(timeIntervalSince1970: 9e6), of: "pictures/a.png")
    #expect(try feed.next().changes == ["changed 3 a.png", "moved 0 3 a.png"])
    #expect(feed.list == ["b.png", "c.png", "d.png", "a.png"])
  }

  @Test func whatIsOutsideOfTheFetchIsSilent() throws {
    try picture("a.png")
    let feed = try feed([StageCall("filter", ["filename": .calling("like", "*.png")])])
    try feed.next()
    try picture("b.gif")
    let news = try feed.next()
    #expect(news.changes.isEmpty && !news.isListing)
  }

  @Test func aFetchThatBecomesEmptyTellsWhatWent() throws {
    try picture("a.png")
    try picture("b.png")
    let feed = try feed()
    try feed.next()
    try remove("a.png")
    try remove("b.png")
    #expect(try feed.next().changes == ["removed 0 a.png", "removed 1 b.png"])
    #expect(try feed.next().changes.isEmpty)
  }

  @Test func aLimitBringsInWhatFollows() throws {
    for name in ["a.png", "b.png", "c.png"] { try picture(name) }
    let feed = try feed([StageCall("filter", ["sortedBy": "filename", "limit": 2])])
    try feed.next()
    try remove("a.png")
    #expect(try feed.next().changes == ["removed 0 a.png", "inserted 1 c.png"])
  }

  @Test func timeAloneChangesAFetchOfTheLastMinute() throws {
    try picture("a.png")
    try directory.setModified(
      Date(timeIntervalSince1970: Scenario.noon.seconds - 10), of: "pictures/a.png")
    let feed = try feed([StageCall("filter", ["modificationDate": .calling("within", "30s")])])
    #expect(try feed.next().changes == ["inserted 0 a.png"])
    feed.now = Scenario.noon.advanced(byMilliseconds: 60_000)
    #expect(try feed.next().changes == ["removed 0 a.png"])
  }

  @Test func functionsHaveAPartInTheFetch() throws {
    for name in ["a.png", "b.png"] { try picture(name) }
    let function = FunctionReference(index: 0, line: 1)
    let feed = try feed([
      StageCall(name: "filter", arguments: [.function(function)], line: 1)
    ])
    feed.functions = CountingFunctions { !$0.string(of: .filename).hasPrefix("a") }
    #expect(try feed.next().changes == ["inserted 0 b.png"])
    try picture("c.png")
    #expect(try feed.next().changes == ["inserted 1 c.png"])
  }

  @Test func recordsOnStandardInputAreCompared() throws {
    let feed = try ChangeFeed([StageCall("source", ["stdin": true])])
    func line(_ name: String, _ width: Int) -> String {
      "{\"v\":1,\"kind\":\"asset\",\"localIdentifier\":\"\(name)\",\"mediaType\":\"image\","
        + "\"pixelWidth\":\(width)}\n"
    }
    feed.input = line("a", 1) + line("b", 1) + line("b", 1)
    try feed.next()
    feed.input = line("b", 1) + line("a", 2) + line("b", 1)
    let news = try feed.next()
    #expect(news.changes == ["changed 1 a", "moved 1 0 b"])
    feed.input = line("b", 1)
    #expect(try feed.next().changes == ["removed 1 a", "removed 2 b"])
  }

  // MARK: - Tokens

  @Test func aTokenCanBeUsedAgain() throws {
    try picture("a.png")
    let feed = try feed()
    try feed.next()
    let old = feed.token
    try picture("b.png")
    let first = try feed.ask(old).news
    let again = try feed.ask(old).news
    #expect(first.changes == ["inserted 1 b.png"] && first == again)
    try feed.next()
    try picture("c.png")
    #expect(try feed.ask(old).news.changes == ["inserted 1 b.png", "inserted 2 c.png"])
    #expect(try feed.next().changes == ["inserted 2 c.png"])
  }

  @Test(arguments: ["nonsense", "000000000000000000000000000000000000", "--", "é"])
  func anythingButATokenIsReportedAndEverythingListed(_ token: String) throws {
    try picture("a.png")
    let feed = try feed()
    let news = try feed.ask(token).news
    #expect(news.isListing && news.changes == ["inserted 0 a.png"])
    #expect(feed.messages == ["\"\(token)\" is no token that shotflow gave; everything is listed"])
  }

  @Test func aTokenWithoutItsSnapshotIsReportedAndEverythingListed() throws {
    try picture("a.png")
    let feed = try feed()
    try feed.next()
    try FileManager.default.removeItem(atPath: feed.snapshots.path)
    let news = try feed.next()
    #expect(news.isListing && news.changes == ["inserted 0 a.png"])
    #expect(feed.messages.count == 1 && feed.messages[0].contains("too old"))
    #expect(try feed.next().changes.isEmpty)
  }

  @Test func aTokenOfAnotherFetchOrLibraryIsReportedAndEverythingListed() throws {
    try picture("a.png")
    try directory.makeFolder("others")
    let feed = try feed()
    try feed.next()
    feed.library = directory.path("others")
    #expect(try feed.ask(feed.token).news.isListing == false)
    #expect(feed.messages.first?.contains("another library") == true)
    feed.library = directory.path("pictures")
    feed.stages.insert(StageCall("filter", ["filename": "a.png"]), at: 1)
    #expect(try feed.ask(feed.token).news.isListing)
    #expect(feed.messages.first?.contains("another fetch") == true)
  }

  @Test func aLibraryIsTheSameWhicheverWayItIsNamed() throws {
    try picture("a.png")
    let feed = try feed()
    try feed.next()
    feed.library = directory.path("pictures/../pictures/")
    #expect(try feed.next().changes.isEmpty)
    #expect(feed.messages.isEmpty)
  }

  @Test func whatIsLoadedIsNoPartOfTheFetch() throws {
    try picture("a.png")
    let feed = try feed(behind: [StageCall("load", ["data": "size"])])
    try feed.next()
    feed.stages.removeLast()
    #expect(try feed.next().changes.isEmpty)
    #expect(feed.messages.isEmpty)
  }

  @Test func aDryRunKeepsNothing() throws {
    try picture("a.png")
    let feed = try feed()
    feed.isDryRun = true
    #expect(try feed.next().changes == ["inserted 0 a.png"])
    #expect(feed.token.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: feed.snapshots.path))
  }

  // MARK: - Stages behind

  @Test func whatComesOrChangesIsLoaded() throws {
    for name in ["a.png", "b.png"] { try picture(name) }
    let feed = try feed(behind: [StageCall("load", ["data": "size"])])
    #expect(try feed.next().assets.allSatisfy { $0["data"] != nil })
    try picture("c.png")
    try remove("a.png")
    let news = try feed.next()
    #expect(news.changes == ["removed 0 a.png", "inserted 1 c.png"])
    #expect(news.assets.map { $0["data"] != nil } == [false, true])
  }

  @Test func anAssetThatCantBeLoadedIsReportedWithTheReason() throws {
    try picture("a.png")
    let whole = PNGPicture(width: 8, height: 8, seed: 1).encoded()
    try directory.write(whole.dropLast(30), to: "pictures/b.png")
    try picture("c.png")
    let feed = try feed(behind: [StageCall("load", ["data": "size"])])
    let news = try feed.next()
    #expect(news.changes == ["inserted 0 a.png", "inserted 1 b.png", "inserted 2 c.png"])
    #expect(news.errors.count == 1)
    #expect(news.report?.failureCount == 1)
    #expect(news.assets.map { $0["data"] != nil } == [true, false, true])
    #expect(try feed.next().changes.isEmpty)
  }

  // MARK: - Rules

  private func problems(_ stages: [StageCall]) -> [String] {
    do {
      _ = try Scenario(stages).plan()
      return []
    } catch let problems as RuleProblems {
      return problems.problems.map(\.message)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func stagesThatWouldLeaveOutChangesAreRefused() {
    let (source, observe) = (StageCall("source"), StageCall("observe"))
    #expect(problems([source, observe]) == [])
    #expect(problems([source, StageCall("dedupe"), observe, StageCall("load")]) == [])
    for stage in [
      StageCall("filter", ["limit": 1]), StageCall("classify", ["x": ["isFavorite": true]]),
      StageCall("dedupe"), StageCall("notify"), observe,
    ] {
      #expect(problems([source, observe, stage]).count == 1, "\(stage.name) behind observe")
    }
    for stage in [
      StageCall("dedupe", ["memory": "m"]), StageCall("notify"), StageCall("load"),
    ] {
      #expect(problems([source, stage, observe]).count == 1, "\(stage.name) before observe")
    }
    #expect(problems([source, StageCall("observe", ["when": ["isFavorite": true]])]).count == 1)
    let albums = StageCall("source", ["albums": "albumRegular"])
    let cover = StageCall("load", ["cover": [10, 10]])
    #expect(problems([albums, StageCall("filter", ["limit": 3]), observe, cover]) == [])
    #expect(problems([albums, cover, observe]).count == 1)
    #expect(problems([albums, observe, StageCall("load", ["size": [10, 10]])]).count == 1)
  }
}
