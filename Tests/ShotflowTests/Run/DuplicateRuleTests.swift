import Foundation
import Samples
import TestSupport
import Testing

/// Duplicates as the built tool shows them: which are kept, which are listed, what is left alone.
@Suite struct DuplicateRuleTests {
  private func world() throws -> ProgramWorld {
    let world = try ProgramWorld()
    for name in ["IMG (copy).png", "IMG.png", "Sub/IMG copy 2.png", "Master/Copy of IMG.png"] {
      try world.picture(name, seed: 1)
    }
    try world.picture("other.png", seed: 2)
    return world
  }

  @Test func duplicatesAreListedWithWhatTheyAreDuplicatesOf() async throws {
    let world = try world()
    let rule = try world.libraryRule("dedupe { keep = \"best\", show = \"dropped\" }")
    let result = try await world.run("run", rule, "-l", world.library)
    #expect(result.status == .exited(0))
    let records = try result.records()
    #expect(
      records.map(\.localIdentifier) == [
        "IMG (copy).png", "Master/Copy of IMG.png", "Sub/IMG copy 2.png",
      ])
    #expect(records.allSatisfy { $0.duplicateOf == "IMG.png" && $0.duplicateGroup == nil })
    #expect(records.allSatisfy { $0.duplicateOfPath == world.path("pictures/IMG.png") })
    #expect(records.allSatisfy { $0.sha1 == nil })
  }

  @Test func keptFoldersAreLeftAloneAndAMisspeltOneEndsTheRun() async throws {
    let world = try world()
    let rule = try world.libraryRule(
      "dedupe { keep = \"best\", show = \"dropped\", keepIn = \"Master\" }")
    let records = try await world.run("run", rule, "-l", world.library).records()
    #expect(
      records.map(\.localIdentifier) == ["IMG (copy).png", "IMG.png", "Sub/IMG copy 2.png"])
    #expect(records.allSatisfy { $0.duplicateOf == "Master/Copy of IMG.png" })
    let wrong = try world.libraryRule(
      "dedupe { show = \"dropped\", keepIn = \"Mastre\" }", named: "wrong.lua")
    let result = try await world.run("run", wrong, "-l", world.library)
    #expect(result.status == .exited(66))
    #expect(result.text == "")
    #expect(result.errorText.contains("\"Mastre\""))
  }

  @Test func aFunctionChoosesAndLaterStagesTest() async throws {
    let world = try world()
    let rule = try world.libraryRule(
      """
      dedupe {
        keep = function(asset) return asset.filename:find("copy 2", 1, true) and 1 end,
        show = "groups",
      },
      filter { duplicateGroup = 1, duplicateOf = present, sortedBy = "-duplicateOfPath" },
      """)
    let result = try await world.run("run", rule, "-l", world.library)
    #expect(result.status == .exited(0))
    #expect(
      try result.records().map(\.duplicateOf) == Array(repeating: "Sub/IMG copy 2.png", count: 3))
    let explained = try await world.run("explain", rule, "-l", world.library)
    #expect(
      explained.text.contains(
        "adds     dedupe: duplicateOf (text), duplicateOfPath (text), duplicateGroup (whole number)"
      ))
    #expect(explained.text.contains("duplicates in groups, the one by the function in line"))
    #expect(try await world.run("fields", rule).text.contains("duplicateGroup"))
  }

  @Test func groupsOfTwoLibrariesTellTheirFiles() async throws {
    let world = try world()
    try world.picture("IMG.png", seed: 1, in: "other")
    let rule = try world.libraryRule(
      "dedupe { show = \"groups\", keepIn = \"\(world.path("other"))\" }")
    let result = try await world.run(
      "run", rule, "-l", world.library, "-l", world.path("other"))
    let records = try result.records()
    #expect(records.count == 5 && records.allSatisfy { $0.duplicateGroup == 1 })
    #expect(records.first?.path == world.path("other/IMG.png"))
    #expect(records.dropFirst().allSatisfy { $0.duplicateOfPath == world.path("other/IMG.png") })
  }

  @Test func whatARunPrintsAnotherReads() async throws {
    let world = try world()
    let first = try world.libraryRule("dedupe { keep = \"best\", show = \"dropped\" }")
    let second = try world.rule(
      """
      return pipeline {
        source { stdin = true, fields = { duplicateOf = "text" } },
        filter { duplicateOf = "IMG.png", filename = like("*opy*") },
        dedupe { show = "dropped" },
      }
      """, named: "second.lua")
    let result = try await world.shell(
      "$shotflow run '\(first)' -l pictures | $shotflow run '\(second)'"
    ).result()
    #expect(result.status == .exited(0))
    let records = try result.records()
    #expect(
      records.map(\.localIdentifier) == ["Master/Copy of IMG.png", "Sub/IMG copy 2.png"])
    // The run that came last has the word.
    #expect(records.map(\.duplicateOf) == ["IMG (copy).png", "IMG (copy).png"])
  }

  @Test func aFileThatCantBeReadIsAFailureAndNothingElse() async throws {
    let world = try world()
    let rule = try world.inputRule("dedupe { keep = \"oldest\", show = \"dropped\" }")
    for (name, seconds) in [("IMG (copy).png", 100.0), ("IMG.png", 200)] {
      try world.directory.setModified(
        Date(timeIntervalSince1970: seconds), of: "pictures/\(name)")
    }
    let paths = ["pictures/IMG.png", "pictures/none.png", "pictures/IMG (copy).png"]
    let result = try await world.run("run", rule, input: paths.map { "\($0)\n" }.joined())
    #expect(result.status == .exited(3))
    // It was written later.
    #expect(try result.records().map(\.filename) == ["IMG.png"])
    #expect(result.errorLines.count == 1)
  }

  @Test func checkTellsWhatMakesNoSense() async throws {
    let world = try ProgramWorld()
    let rule = try world.libraryRule("dedupe { memory = \"m\", show = \"dropped\" }")
    let result = try await world.run("check", rule)
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains("duplicates share theirs"))
  }
}
