import Foundation
import ProgramSupport
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

  // MARK: - One file, met twice

  @Test(arguments: ["dropped", "groups"], ["first", "best"])
  func aFileIsNoDuplicateOfItself(_ show: String, _ keep: String) async throws {
    let world = try ProgramWorld()
    let path = try world.picture("sub/1.png", seed: 1)
    try FileManager.default.createSymbolicLink(
      atPath: world.path("linked"), withDestinationPath: world.path("pictures/sub"))
    let options = "dedupe { keep = \"\(keep)\", show = \"\(show)\" }"
    let files = [
      "pictures/sub/1.png", "pictures/sub/1.png", "./pictures/sub/1.png", path,
      "pictures/../pictures/sub/1.png", "linked/1.png",
    ]
    let input = try await world.run(
      "run", try world.inputRule(options), input: files.map { $0 + "\n" }.joined())
    #expect(input.status == .exited(0), "\(input.errorText)")
    #expect(input.text == "")
    let libraries = try await world.run(
      "run", try world.libraryRule(options), "-l", world.library, "-l", world.path("pictures/sub"))
    #expect(libraries.text == "")

    // Two names of one file are two, of which one can go.
    #expect(link(path, world.path("pictures/sub/2.png")) == 0)
    let linked = try await world.run(
      "run", try world.inputRule(options),
      input: (files + ["linked/2.png", "pictures/sub/2.png"]).map { $0 + "\n" }.joined())
    let dropped = try linked.records().filter { $0.duplicateOf != nil }
    // Of two files that are equal in all else, the one with the shorter path is the best.
    #expect(dropped.map(\.filename) == [keep == "best" ? "1.png" : "2.png"])
  }

  @Test func whatIsKeptIsKeptOnce() async throws {
    let world = try ProgramWorld()
    try world.picture("sub/1.png", seed: 1)
    for keep in ["first", "best"] {
      let rule = try world.inputRule("dedupe { keep = \"\(keep)\" }")
      let result = try await world.run(
        "run", rule, input: "pictures/sub/1.png\n./pictures/sub/1.png\n")
      #expect(try result.records().map(\.path) == ["pictures/sub/1.png"])
    }
  }

  // MARK: - Live photos

  private func livePhoto(
    _ folder: String, movie seconds: Double?, in world: ProgramWorld
  ) throws {
    let identifier = "0B6A2F5C-1111-4A4A-9F9F-000000000001"
    try world.directory.write(
      HEIFPicture(width: 64, height: 32) {
        $0.exif = EXIFBlock {
          $0.make = "Apple"
          $0.makerNote = .apple(contentIdentifier: identifier, burstIdentifier: nil)
        }
      }, to: "pictures/\(folder)/IMG_1.HEIC")
    guard let seconds else { return }
    try world.directory.write(
      QuickTimeMovie(width: 64, height: 32) {
        $0.duration = seconds
        $0.setApple(contentIdentifier: identifier, creationDate: "2024-01-01T12:00:00+0000")
      }, to: "pictures/\(folder)/IMG_1.MOV")
  }

  private func names(_ options: String, _ world: ProgramWorld) async throws -> [String?] {
    let rule = try world.libraryRule("dedupe { \(options) }")
    let result = try await world.run("run", rule, "-l", world.library)
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.records().map { record in
      record.localIdentifier.map { $0 + (record.duplicateOf.map { " of \($0)" } ?? "") }
    }
  }

  @Test(arguments: ["first", "best", "oldest", "largest"])
  func pairsOfAnotherMovieAreNoDuplicates(_ keep: String) async throws {
    let world = try ProgramWorld()
    try livePhoto("a", movie: 2, in: world)
    try livePhoto("b", movie: 2.5, in: world)
    try livePhoto("c", movie: 2, in: world)
    #expect(
      try await names("keep = \"\(keep)\"", world) == ["a/IMG_1.HEIC", "b/IMG_1.HEIC"])
    #expect(
      try await names("keep = \"\(keep)\", show = \"dropped\"", world)
        == ["c/IMG_1.HEIC of a/IMG_1.HEIC"])
  }

  @Test(arguments: ["first", "best", "oldest", "largest"])
  func aStillAloneIsTheDuplicateOfThePair(_ keep: String) async throws {
    let world = try ProgramWorld()
    try livePhoto("a", movie: nil, in: world)
    try livePhoto("b", movie: 2, in: world)
    try livePhoto("c", movie: nil, in: world)
    #expect(
      try await names("keep = \"\(keep)\", show = \"dropped\"", world)
        == ["a/IMG_1.HEIC of b/IMG_1.HEIC", "c/IMG_1.HEIC of b/IMG_1.HEIC"])
    // The first comes before it is known that a pair follows.
    let early = keep == "first" ? ["a/IMG_1.HEIC"] : []
    #expect(try await names("keep = \"\(keep)\"", world) == early + ["b/IMG_1.HEIC"])
    // A still in a folder that keeps all takes no pair's place.
    #expect(
      try await names("keep = \"\(keep)\", keepIn = \"a\", show = \"dropped\"", world)
        == ["c/IMG_1.HEIC of b/IMG_1.HEIC"])
  }

  @Test func anErrorOfItsFunctionNamesKeep() async throws {
    let world = try world()
    let rule = try world.libraryRule("dedupe { keep = function() return {} end }")
    let result = try await world.run("run", rule, "-l", world.library)
    #expect(result.status == .exited(3))
    #expect(!result.errorText.contains("label"))
    #expect(
      result.errorText.contains("the result of the function of keep can't be")
        || result.errorText.contains("the function of keep gives a number"), "\(result.errorText)")
  }
}
