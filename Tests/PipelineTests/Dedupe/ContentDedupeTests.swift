import AssetSupport
import Foundation
import PipelineSupport
import Samples
import State
import TestSupport
import Testing

@Suite struct ContentDedupeTests {
  private let folder: TemporaryDirectory
  private let state: LedgerFolder

  init() throws {
    folder = try TemporaryDirectory()
    state = try LedgerFolder(syncing: false)
  }

  private func run(
    _ dedupe: ArgumentValue = [:], before: [StageCall] = [], then: [StageCall] = [],
    _ change: (inout Scenario) -> Void = { _ in }
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [StageCall("source", ["everything": true])] + before + [StageCall("dedupe", dedupe)] + then,
      library: folder.path)
    scenario.ledger = state.ledger
    change(&scenario)
    return try scenario.run()
  }

  private func bytes(_ count: Int, _ change: (inout [UInt8]) -> Void = { _ in }) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(count))
    var bytes = generator.bytes(count: count)
    change(&bytes)
    return bytes
  }

  /// Stages behind a memory, and whether offers without an outcome are made again.
  @Test(arguments: [
    ([], true), ([StageCall("filter", ["mediaType": "image"])], true),
    ([StageCall("copy", ["to": "c/"])], true), ([StageCall("link", ["to": "c/"])], true),
    ([StageCall("load", ["size": [9, 9]])], true), ([StageCall("load", ["file": "copy"])], false),
    ([StageCall("move", ["to": "c/"])], false), ([StageCall("trash", [:])], false),
    ([StageCall("copy", ["to": "c/"]), StageCall("exec", ["cat"])], false),
    ([StageCall("notify", [:])], false), ([StageCall("clipboard", ["what": "path"])], false),
    ([StageCall("open", [:])], false), ([StageCall("sheet", ["to": "s/"])], false),
    ([StageCall("webhook", ["url": "https://example.org/"])], false),
  ])
  func offersAreRepeatedIfThatDoesNoHarm(_ then: [StageCall], _ repeats: Bool) throws {
    func plan(_ dedupe: ArgumentValue, before: [StageCall] = []) throws -> PipelinePlan {
      try Scenario([StageCall("source", [:])] + before + [StageCall("dedupe", dedupe)] + then)
        .plan()
    }
    let memory: ArgumentValue = ["memory": "kept"]
    #expect(try plan(memory).repeatsOffers(hasOutput: false) == repeats)
    #expect(try !plan([:]).repeatsOffers(hasOutput: false))
    #expect(
      try plan(memory, before: [StageCall("exec", ["cat"])]).repeatsOffers(hasOutput: false)
        == repeats)
    #expect(try !plan(memory, before: [StageCall("notify", [:])]).repeatsOffers(hasOutput: false))
    // Pictures that are written somewhere are more than a record.
    if then.first?.name == "load" { #expect(try !plan(memory).repeatsOffers(hasOutput: true)) }
  }

  @Test func theFirstOfEachContentStays() throws {
    try folder.write(bytes(100), to: "b")
    try folder.write(bytes(100), to: "a")
    try folder.write(bytes(100), to: "sub/c")
    try folder.write(bytes(101), to: "d")
    #expect(try run().names == ["a", "d"])
  }

  @Test(arguments: [1, 2, 4, 8])
  func theSameOnesStayWithAnyNumberOfWorkers(_ lanes: Int) throws {
    for index in 0..<600 {
      try folder.write(bytes(20_000 + index % 5), to: "f\(1000 + index)")
    }
    let outcome = try run { $0.lanes = lanes }
    #expect(try outcome.names == (1000..<1005).map { "f\($0)" })
  }

  @Test(arguments: [1, 100, 8192, 8193, 20_000, 300_000])
  func oneByteAnywhereMakesAnotherContent(_ size: Int) throws {
    try folder.write(bytes(size), to: "0")
    let places = Set([0, size / 2, size - 1, min(size - 1, 4096), max(0, size - 4097)])
    for place in places { try folder.write(bytes(size) { $0[place] ^= 1 }, to: "1-\(place)") }
    try folder.write(bytes(size), to: "2")
    #expect(try run().names.count == 1 + places.count)
  }

  @Test func hardLinksAreOneContent() throws {
    try folder.write(bytes(50_000), to: "a")
    #expect(link(folder.path("a"), folder.path("b")) == 0)
    #expect(try run().names == ["a"])
  }

  @Test func emptyFilesAreOneContent() throws {
    for name in ["a.txt", "b.txt"] { try folder.write([], to: name) }
    try folder.write("x", to: "c.txt")
    #expect(try run().names == ["a.txt", "c.txt"])
  }

  @Test func aSecondRunDropsWhatTheFirstOffered() throws {
    try folder.write(bytes(10), to: "a")
    try folder.write(bytes(20), to: "b")
    #expect(try run(["memory": "m"]).names == ["a", "b"])
    #expect(try run(["memory": "m"]).names.isEmpty)
    #expect(try run(["memory": "other"]).names == ["a", "b"])
    #expect(try run().names == ["a", "b"])
    try folder.write(bytes(30), to: "c")
    #expect(try run(["memory": "m"]).names == ["c"])
    #expect(try state.open().entries(LedgerSelection(memory: "m")).count == 3)
  }

  @Test func renamingAFileDoesNotOfferItAgain() throws {
    try folder.write(bytes(10), to: "a")
    #expect(try run(["memory": "m"]).names == ["a"])
    #expect(rename(folder.path("a"), folder.path("b")) == 0)
    #expect(try run(["memory": "m"]).names.isEmpty)
  }

  @Test func whatALaterStageDropsIsNotRemembered() throws {
    for name in ["a", "b", "c"] { try folder.write(name, to: name) }
    let limit = [StageCall("filter", ["limit": 1])]
    #expect(try run(["memory": "m"], then: limit).names == ["a"])
    #expect(try run(["memory": "m"], then: limit).names == ["b"])
    #expect(try run(["memory": "m"], then: limit).names == ["c"])
    #expect(try run(["memory": "m"], then: limit).names.isEmpty)
  }

  @Test func theLedgerRecordsDeliveredOffers() throws {
    try folder.write("abc", to: "sub/a.txt")
    _ = try run(["by": "sha256", "memory": "m"])
    let entry = try #require(try state.open().entries().first)
    #expect(entry.state == .settled(.delivered))
    #expect(entry.identifier == "sub/a.txt")
    #expect(entry.filename == "a.txt")
    #expect(entry.library == folder.path)
    #expect(entry.rule == "rule")
    #expect(entry.digest.algorithm == .sha256)
    #expect(entry.claimedAt == Scenario.noon.milliseconds)
  }

  @Test func aDryRunLeavesNoLedger() throws {
    try folder.write("abc", to: "a")
    #expect(try run(["memory": "m"]) { $0.isDryRun = true }.names == ["a"])
    #expect(try state.names.isEmpty)
    #expect(try run(["memory": "m"]).names == ["a"])
    #expect(try run(["memory": "m"]) { $0.isDryRun = true }.names.isEmpty)
  }

  @Test func aRunWithoutMemoryLeavesNoLedger() throws {
    try folder.write("abc", to: "a")
    _ = try run()
    #expect(try state.names.isEmpty)
  }

  @Test func aFileThatVanishedFails() throws {
    var scenario = Scenario(
      [StageCall("source", ["stdin": true, "everything": true]), StageCall("dedupe")],
      input: "\(try folder.write("x", to: "a"))\n/nonexistent/b\n")
    scenario.lanes = 1
    let outcome = try scenario.run()
    #expect(try outcome.texts("filename") == ["a"])
    #expect(outcome.reasons == ["no such file or folder"])
  }

  @Test func recordsAreDedupedByTheirFiles() throws {
    let one = try folder.write("same", to: "a")
    let two = try folder.write("same", to: "b")
    let outcome = try Scenario(
      [StageCall("source", ["stdin": true]), StageCall("dedupe")],
      input: [one, two].map { "{\"mediaType\":\"unknown\",\"path\":\"\($0)\"}\n" }.joined()
    ).run()
    #expect(try outcome.texts("path") == [one])
  }

  @Test(
    arguments: [
      (["memory": "a b"], 1), (["by": "md5"], 1), (["memory": 3], 1), (["by": "sha256"], 0),
    ] as [(ArgumentValue, Int)])
  func refusesANameOrAHash(_ table: ArgumentValue, _ count: Int) {
    var found = 0
    do {
      _ = try Scenario([StageCall("source", ["everything": true]), StageCall("dedupe", table)])
        .plan()
    } catch let problems as RuleProblems {
      found = problems.problems.count
    } catch {}
    #expect(found == count)
  }
}
