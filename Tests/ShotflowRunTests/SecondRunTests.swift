import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Runs that find files where an earlier one put them: what they print and leave.
@Suite struct SecondRunTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", seed: 1)
    try world.picture("b.png", seed: 2, in: "pictures/sub")
    for name in ["pictures/a.png", "pictures/sub/b.png"] { try age(name) }
  }

  private func age(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_443_389_368)],
      ofItemAtPath: world.path(name))
  }

  /// Runs a rule that is to succeed, in the world's folder.
  private func run(_ words: String...) async throws -> ProgramResult {
    let result = try await world.program(words + ["--allow", "write"]).result()
    #expect(result.status == .exited(0), "\(words): \(result.errorText)")
    return result
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: world.path(name))
  }

  @Test(arguments: [("organise", "moved"), ("export", "copied")])
  func aSecondRunPrintsOnlyWhatIsNew(rule: String, act: String) async throws {
    // Where files are moved, the second run finds them in the sorted folder.
    let folders = rule == "organise" ? ["sorted", "pictures"] : ["pictures"]
    try world.directory.makeFolder("sorted")
    func again(_ words: String...) async throws -> ProgramResult {
      let result = try await world.program(
        [rule] + folders + ["--to", "sorted", "--allow", "write"] + words
      ).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      return result
    }
    let first = try await again()
    #expect(first.lines.count == 2)
    #expect(first.errorText.contains("\(act) 2 files") && !first.errorText.contains("in place"))
    let second = try await again()
    #expect(second.text.isEmpty)
    #expect(second.errorText == "shotflow: 2 files were in place\n")
    #expect(try await again("--all").lines.count == 2)
    #expect(try await again("--quiet").errorText.isEmpty)
    #expect(try await again("--dry-run").errorText.contains("dry run: 2 files were in place"))
    try world.picture("c.png", seed: 3)
    try age("pictures/c.png")
    let third = try await again()
    #expect(try third.records().map(\.filename) == ["c.png"])
    #expect(third.errorText.contains("\(act) 1 file"), "\(third.errorText)")
    #expect(third.errorText.contains("; 2 files were in place; undo with"), "\(third.errorText)")
  }

  @Test func equalFilesOfOneRunAreNotCalledInPlace() async throws {
    try world.picture("a.png", seed: 1, in: "pictures/sub")
    try age("pictures/sub/a.png")
    func copy(_ further: String...) async throws -> String {
      let result = try await world.program(
        ["organise", "pictures", "--to", "sorted", "--copy", "--allow", "write"] + further
      ).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      return result.errorText
    }
    let tried = try await copy("--dry-run")
    #expect(tried.contains("dry run: 1 file is the same as another"), "\(tried)")
    #expect(!tried.contains("which is there") && !tried.contains("in place"), "\(tried)")
    let first = try await copy()
    #expect(first.contains("; 1 file is the same as another; undo with"), "\(first)")
    #expect(first.contains("copied 2 files") && !first.contains("in place"), "\(first)")
    #expect(try await copy().contains("3 files were in place"))
  }

  @Test func whatLaterStagesGetIsTheRulesChoice() async throws {
    let rule = try world.rule(
      "return pipeline { wants = { write = \"to copy\" }, source {}, copy { to = \"\(world.path("out"))/\" } }"
    )
    for _ in 1...2 {
      #expect(try await run("run", rule, "-l", "pictures").lines.count == 2)
    }
  }

  @Test func foldersThatWereMadeGoWhenTheyAreEmptied() async throws {
    let first = try await run("organise", "pictures", "--to", "one")
    // The user's own folder stays, and is named.
    #expect(exists("pictures/sub") && exists("one/2015/09/b.png"))
    #expect(first.errorText.contains("; empty now: "), "\(first.errorText)")
    #expect(first.errorText.contains("/pictures/sub; undo with"), "\(first.errorText)")
    let second = try await run("organise", "one", "--to", "two")
    #expect(exists("two/2015/09/b.png") && !exists("one/2015"))
    #expect(!second.errorText.contains("empty now"), "\(second.errorText)")
    // Both runs can be taken back, through the folder that is no more.
    #expect(try await world.run("undo").status == .exited(0))
    #expect(exists("one/2015/09/b.png") && !exists("two/2015/09"))
    #expect(try await world.run("undo", "1").status == .exited(0))
    #expect(exists("pictures/sub/b.png") && exists("pictures/a.png") && !exists("one/2015"))
  }

  @Test func severalEmptyFoldersAreListedByACommand() async throws {
    try world.picture("c.png", seed: 3, in: "pictures/more")
    let result = try await run("organise", "pictures", "--to", "one")
    #expect(
      result.errorText.contains("/pictures/more and 1 more folder (find "), "\(result.errorText)")
    let after = result.errorText.components(separatedBy: " folder (").last ?? ""
    let command = after.components(separatedBy: ");").first ?? ""
    let listed = try await world.shell(command).result()
    #expect(
      listed.lines.map { $0.components(separatedBy: "/").last ?? "" }.sorted() == ["more", "sub"])
  }

  @Test func aFolderWithAnythingLeftStays() async throws {
    _ = try await run("organise", "pictures", "--to", "one")
    try world.directory.write("words", to: "one/2015/notes.txt")
    _ = try await run("organise", "one", "--to", "two")
    #expect(exists("one/2015/notes.txt") && !exists("one/2015/09"))
  }
}
