import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The line on standard error behind a run that did something to files.
@Suite struct ActSummaryTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for (name, size) in [("a", 600_000), ("b", 1_400_000), ("c", 3)] {
      try world.directory.write([UInt8](repeating: 7, count: size), to: "pictures/\(name).jpg")
    }
  }

  private func run(_ stages: String, _ further: String...) async throws -> ProgramResult {
    let rule = try world.actingRule(stages, source: "source {}")
    return try await world.program(world.actingWords(rule) + further).result()
  }

  @Test func saysWhatWasMovedAndHowItIsUndone() async throws {
    let result = try await run("move { to = \"all/{localDate:%Y}/{filename}\" }")
    #expect(result.lines.count == 3)
    #expect(result.errorLines.count == 1)
    let year = Calendar(identifier: .gregorian).component(.year, from: Date())
    #expect(
      result.errorLines.first == "shotflow: moved 3 files (2.0 MB) to"
        + " \(world.library)/all/\(year); undo with: shotflow undo")
    let undone = try await world.run("undo")
    let words =
      "shotflow: took back 3 files \\(2\\.0 MB\\) of run 1, \"act\" (just now|\\d+ (s|min) ago),"
    let places = " from \(world.library)/all/\(year) to \(world.library)\n"
    #expect(try Regex("\(words)\(places)").wholeMatch(in: undone.errorText) != nil)
    #expect(world.names() == ["a.jpg", "b.jpg", "c.jpg"])
    // The second one says what is done already, and takes back nothing.
    let again = try await world.run("undo")
    #expect(again.text == "" && !again.errorText.contains("took back"))
    #expect(again.errorText.contains("run 1 of \"act\""))
  }

  @Test func eachKindIsCounted() async throws {
    let result = try await run(
      "copy { to = \"~/copies/\" }, link { to = \"~/\" }, filter { filename = \"c.jpg\" }, trash {}"
    )
    #expect(
      result.errorText == "shotflow: copied 3 files (2.0 MB) to ~/copies, linked 3 files to ~,"
        + " moved 1 file (3 B) to the trash; undo with: shotflow undo\n")
  }

  @Test func failuresAreCounted() async throws {
    let partly = try await run(
      "copy { to = \"~/{filename}\" }, filter { filename = \"a.jpg\" }, copy { to = \"{title}/\" }",
      "--out", world.path("out"))
    #expect(partly.status == .exited(3))
    #expect(
      partly.errorLines.last?.contains("; 1 failed; undo with: shotflow undo") == true,
      "\(partly.errorText)")
  }

  @Test func quietAndDryRunsSayNothingOfIt() async throws {
    let dry = try await run("copy { to = \"~/\" }", "--dry-run")
    #expect(!dry.errorText.contains("copied"))
    #expect(try await run("copy { to = \"~/\" }", "--quiet").errorText == "")
    // What is there already is not copied again.
    #expect(try await run("copy { to = \"~/\" }").errorText == "")
    #expect(try await world.run("undo", "--quiet").errorText == "")
    let failed = try await run("copy { to = \"{title}/\" }", "--quiet", "--out", world.path("out"))
    #expect(failed.errorText.contains("title"))
  }

  @Test(.needs(.ownMounts)) func aFullDiskIsNamedOnce() async throws {
    let rule = try world.actingRule("copy { to = \"{filename}\" }")
    try world.directory.makeFolder("disk")
    // A file system of one mebibyte has room for the first of three files.
    let words = world.actingWords(rule, "--out", "disk/new").map { "'\($0)'" }
    let result = try await world.shell(
      """
      unshare -rm sh -c 'mount -t tmpfs -o size=1m none disk
      "$shotflow" "$@"; echo "status $?" >&2; ls disk/new >&2' - \(words.joined(separator: " "))
      """
    ).result()
    let full = "the disk at \"\(world.path("disk"))\" is full"
    #expect(result.errorText.split(separator: full, omittingEmptySubsequences: false).count == 2)
    #expect(result.errorText.contains("copied 1 file (600 kB)"), "\(result.errorText)")
    #expect(result.errorLines.suffix(2) == ["status 73", "a.jpg"])
  }
}
