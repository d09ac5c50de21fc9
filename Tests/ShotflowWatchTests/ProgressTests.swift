import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The reports of a run about itself: progress, statistics, a dry run.
@Suite struct ProgressTests {
  @Test func tellsTheFractionInJSON() async throws {
    let world = try ProgramWorld()
    for number in 1...50 { try world.picture("\(number).png", seed: UInt64(number)) }
    let rule = try world.libraryRule("load { data = \"size\" }")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--progress=json")
    let lines = try result.progressLines()
    #expect(lines.count == result.errorLines.count)
    #expect(lines.allSatisfy { $0.v == 1 && $0.type == "progress" })
    let last = try #require(lines.last)
    #expect(last.fraction == 1)
    #expect(last.done == 50)
    #expect(last.total == 50)
    #expect(last.errors == 0)
    #expect(try result.records().count == 50)
  }

  @Test func tellsAFractionThatNeverFalls() async throws {
    let world = try ProgramWorld()
    for number in 1...700 { try world.directory.write("\(number)", to: "pictures/\(number).txt") }
    // Slow enough for several lines, in batches, so that the total is found out on the way.
    let rule = try world.libraryRule(
      "filter(function() local n = 0 for i = 1, 100000 do n = n + i end return n > 0 end)")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--progress=json")
    let fractions = try result.progressLines().compactMap(\.fraction)
    // How many lines there are depends on the machine; the last one always comes.
    #expect(!fractions.isEmpty)
    #expect(fractions == fractions.sorted())
    #expect(fractions.dropLast().allSatisfy { $0 < 1 })
    #expect(fractions.last == 1)
  }

  @Test func doesNotClaimToBeCompleteWhenInterrupted() async throws {
    let world = try ProgramWorld()
    let program = try world.program([
      "run", try world.inputRule(), "--progress=json",
    ]).start()
    program.send(ForeignRecord.line(1) + "\n")
    #expect(await program.printed("IMG_1.PNG\""))
    // The input stays open, so that the run can't come to its end.
    let result = await program.end(by: SIGINT)
    #expect(result.status == .exited(130))
    #expect(try #require(result.progressLines().last).fraction != 1)
  }

  @Test func writesProgressToADescriptor() async throws {
    let world = try ProgramWorld()
    try world.picture()
    _ = try world.libraryRule()
    let result = try await world.shell(
      "\"$shotflow\" run rule.lua --library pictures --progress-fd 3 3> progress"
    ).result()
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    let lines: [ProgressLine] = try ProgramResult.decode(world.directory.contents(of: "progress"))
    #expect(lines.last?.fraction == 1)
    #expect(try result.records().count == 1)
  }

  @Test func endsAlthoughTheReaderOfProgressWentAway() async throws {
    let world = try ProgramWorld()
    try world.picture()
    _ = try world.libraryRule()
    let result = try await world.shell(
      "\"$shotflow\" run rule.lua --library pictures --progress-fd 3 3>&1 >records | true; cat records"
    ).result()
    #expect(try result.records().count == 1)
  }

  @Test func countsWhatEveryStepDid() async throws {
    let world = try ProgramWorld()
    for name in ["a.png", "b.png", "c.png"] { try world.picture(name) }
    let rule = try world.libraryRule("filter { filename = { \"a.png\", \"b.png\" } }, dedupe {}")
    let result = try await world.run("run", rule, "--library", world.library, "--stats")
    #expect(try result.records().count == 1)
    let rows = result.errorLines.map { $0.split(separator: " ").map(String.init) }
    #expect(rows.first == ["step", "entered", "passed", "dropped", "failed"])
    #expect(rows.contains(["dedupe", "2", "1", "1", "0"]))
    #expect(rows.contains(["output", "1"]))
    #expect(result.errorText.contains("0 failed"))
  }

  @Test func leavesNoTraceOfADryRun() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let dry = try await world.runRecent("--dry-run")
    #expect(dry.status == .exited(0))
    let record = try #require(try dry.records().first)
    #expect(record.prompt == nil)
    #expect(dry.errorText.contains("dry run"))
    #expect(!FileManager.default.fileExists(atPath: world.path("state")))

    #expect(try await world.runRecent().status == .exited(0))
    let after = try await world.runRecent("--dry-run")
    #expect(after.status == .exited(1))
    #expect(try await world.ledgerEntries().count == 1)
  }

  @Test func copiesNothingInADryRun() async throws {
    let world = try ProgramWorld()
    try world.picture()
    let rule = try world.libraryRule("load { file = \"copy\" }")
    let result = try await world.run(
      "run", rule, "--library", world.library, "--out", world.path("out"), "--dry-run")
    #expect(result.status == .exited(0))
    #expect(try result.records().count == 1)
    #expect(!FileManager.default.fileExists(atPath: world.path("out")))
  }
}
