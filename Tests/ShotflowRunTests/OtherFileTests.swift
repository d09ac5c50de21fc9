import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Files of a folder that are neither pictures nor movies, as other programs put them there.
@Suite struct OtherFileTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", seed: 1)
    try world.picture("noending", seed: 2)
    try world.picture("b.stuff", seed: 3)
    try world.picture("trip/c.png", seed: 4)
    for name in ["taxes.pdf", "Thumbs.db", "a.png_original", "README", "docs/x.txt", "clip.ts"] {
      try world.directory.write("no picture", to: "pictures/\(name)")
    }
  }

  private static let assets = ["a.png", "b.stuff", "noending", "trip/c.png"]
  private static let all = [
    "README", "Thumbs.db", "a.png", "a.png_original", "b.stuff", "clip.ts", "docs/x.txt",
    "noending", "taxes.pdf", "trip/c.png",
  ]

  private func identifiers(_ arguments: String...) async throws -> [String] {
    let program = world.program(arguments + ["--library", world.library])
    let result = try await program.result()
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    return try result.records().compactMap(\.localIdentifier).sorted()
  }

  @Test func doNotExist() async throws {
    #expect(try await identifiers("run", "-e", "return pipeline { source {} }") == Self.assets)
    #expect(try await identifiers("find") == Self.assets)
    #expect(
      try await identifiers("run", "-e", "return pipeline { source { album = \"docs\" } }") == [])
  }

  @Test func areThereForThoseWhoAskForEverything() async throws {
    #expect(try await identifiers("run", "-e", Self.everything) == Self.all)
    let plain = "return pipeline { source {} }"
    #expect(try await identifiers("run", "--everything", "-e", plain) == Self.all)
    #expect(try await identifiers("find", "--everything") == Self.all)
  }

  private static let everything = "return pipeline { source { everything = true } }"

  @Test func findPrintsThatItIncludesEverything() async throws {
    let result = try await world.run("find", "--everything", "--print-rule")
    #expect(result.text.contains("everything = true"))
  }

  @Test func areNotCounted() async throws {
    func counts(_ options: String...) async throws -> [String: Int] {
      let result = try await world.program(["albums", world.library, "--json"] + options).result()
      #expect(result.status == .exited(0))
      let albums: [CountedAlbum] = try result.decodedLines()
      return albums.reduce(into: [:]) { $0[$1.title ?? ""] = $1.count }
    }
    let plain = try await counts()
    #expect(plain["Recents"] == 4)
    #expect(plain["docs"] == 0)
    #expect(plain["trip"] == 1)
    let whole = try await counts("--everything")
    #expect(whole["Recents"] == 10)
    #expect(whole["docs"] == 1)
  }

  private struct CountedAlbum: Decodable {
    let title: String?
    let count: Int
  }

  @Test func pathsAreLeftOutAndCounted() async throws {
    let rule = try world.inputRule()
    let paths = Self.all.map { "pictures/\($0)\n" }.joined()
    let result = try await world.run("run", rule, input: paths)
    #expect(try result.records().count == 4)
    #expect(
      result.errorText
        == "shotflow: 6 of 10 files are no pictures or movies; --everything takes them, too\n")
    #expect(result.status == .exited(0))
    let whole = try await world.run("run", rule, "--everything", input: paths)
    #expect(try whole.records().count == 10)
    #expect(whole.errorText == "")
    let named = try await world.run("run", rule, "pictures/taxes.pdf", "pictures/a.png")
    #expect(
      named.errorText
        == "shotflow: 1 of 2 files is no picture or movie; --everything takes it, too\n")
  }

  /// `find` prints the folders that it goes through.
  @Test(arguments: [[], ["--everything"]])
  func foldersInAListAreNoFiles(_ options: [String]) async throws {
    var shell = world.shell(
      "find pictures -print0 | \"$shotflow\" find -0 - \(options.joined())")
    shell.environment["PATH"] = "/usr/bin:/bin"
    let result = try await shell.result()
    #expect(result.lines.count == (options.isEmpty ? 4 : 10))
    #expect(
      result.errorText
        == (options.isEmpty
          ? "shotflow: 6 of 10 files are no pictures or movies; --everything takes them, too\n"
          : ""))
    #expect(result.status == .exited(0))
  }

  @Test func aListOfFoldersIsRemarkedOn() async throws {
    let result = try await world.run("find", "-", input: "pictures\n")
    #expect(result.text == "")
    #expect(
      result.errorText.contains(
        "the list has a folder and no file, and folders in a list are not read; list their files:"
          + " find FOLDER -type f\n"), "\(result.errorText)")
  }

  /// Records are what their writer says.
  @Test func recordsPassAsTheyAre() async throws {
    let lines = [
      "{\"path\":\"pictures/taxes.pdf\",\"mediaType\":\"unknown\"}", "{\"mood\":\"glad\"}",
    ]
    let result = try await world.run(
      "run", try world.inputRule(), input: lines.joined(separator: "\n") + "\n")
    #expect(result.text.split(separator: "\n").count == 2)
    #expect(result.errorText == "")
  }

  @Test func checkWarnsOfATestThatNothingPasses() async throws {
    let tests = "filter { mediaType = { \"image\", \"unknown\" } }"
    let plain = try await world.run("check", try world.libraryRule(tests))
    #expect(plain.errorText.contains("--everything, or source { everything = true } in a rule"))
    #expect(plain.status == .exited(0))
    let whole = try world.rule(
      "return pipeline { source { everything = true }, \(tests) }", named: "whole.lua")
    #expect(try await world.run("check", whole).errorText == "")
    let records = try world.inputRule(tests, named: "records.lua")
    #expect(try await world.run("check", records).errorText == "")
  }

  /// A record that is nothing but a path stands for the file.
  @Test func aRecordOfAPathAloneIsThatFile() async throws {
    let rule = try world.inputRule()
    let lines = "{\"path\":\"pictures/a.png\"}\n{\"path\":\"pictures/gone.png\",\"mood\":\"sad\"}\n"
    let result = try await world.run("run", rule, input: lines)
    let records = try result.records()
    #expect(records.map(\.filename) == ["a.png"])
    #expect(records.map(\.mediaType) == ["image"])
    #expect(result.errorText == "shotflow: pictures/gone.png: no such file or folder\n")
    #expect(result.status == .exited(3))
  }

  /// A picture takes its movie beside it; a movie that comes first stays one.
  @Test func livePhotosInListsAreOneAsset() async throws {
    try world.livePhoto("IMG_1")
    let (picture, movie) = ("pictures/IMG_1.JPG\n", "pictures/IMG_1.MOV\n")
    let rule = try world.inputRule()
    let one = try await world.run("run", rule, input: picture + "pictures/a.png\n" + movie)
    #expect(try one.records().map(\.filename) == ["IMG_1.JPG", "a.png"])
    #expect(one.text.contains("livePhotoVideoPath"))
    #expect(one.errorText == "")
    let two = try await world.run("run", rule, input: movie + picture)
    #expect(try two.records().map(\.filename) == ["IMG_1.MOV", "IMG_1.JPG"])
    let picked = try await world.run(
      "run", ProgramWorld.pickRule, "--limit", "1", input: picture + movie)
    #expect(try picked.records().map(\.filename) == ["IMG_1.JPG"])
    #expect(picked.errorText == "")
  }

  /// A line on the terminal reports what stays in a folder that is tidied.
  @Test func actsOnWholeFoldersSayIt() async throws {
    func rename(_ words: String...) async throws -> String {
      try await world.program(
        ["rename", "pictures", "--to", "x_{filename:stem}", "--color", "never"] + words,
        terminal: Terminal()
      ).result().errorText
    }
    #expect(!(try await rename("--filename", "b*")).contains("no picture"))
    #expect(!(try await rename("--quiet", "--dry-run")).contains("no picture"))
    let text = try await rename()
    // Thumbs.db is no file of the user.
    #expect(
      text.contains(
        "5 files are no pictures (README, a.png_original, clip.ts, …); --everything takes them, too"
      ), "\(text)")
  }

  @Test func whySaysIt() async throws {
    let rule = try world.libraryRule()
    let result = try await world.run("why", "taxes.pdf", rule, "--library", world.library)
    #expect(result.text.contains("neither a picture nor a movie"))
    #expect(result.text.contains("--everything, or source { everything = true } in a rule"))
    try world.directory.write("small", to: "pictures/clips/M1.THM")
    try world.directory.write("movie", to: "pictures/clips/M1.MOV")
    let belonging = try await world.run("why", "M1.THM", rule, "--library", world.library)
    #expect(belonging.text.contains("it belongs to M1.MOV"), "\(belonging.text)")
  }

  @Test func shardsAndProcessesLeaveThemOut() async throws {
    let rule = try world.libraryRule("filter { sortedBy = \"localIdentifier\" }")
    let one = try await world.run("run", rule, "--library", world.library)
    let processes = try await world.run(
      "run", rule, "--library", world.library, "--engine", "processes", "--workers", "2")
    #expect(try one.records().compactMap(\.localIdentifier) == Self.assets)
    #expect(processes.text == one.text)
    #expect(processes.errorText == "")
  }

  @Test func arrivalsAreNone() async throws {
    let rule = try world.libraryRule()
    let program = try await world.program(["watch", rule, "--library", world.library])
      .startWatching()
    try world.directory.write("text", to: "pictures/new.txt")
    try world.directory.write("text", to: "pictures/new")
    try world.picture("z.png", seed: 9)
    #expect(await program.printed("\"z.png\""))
    let names = try await program.end(by: SIGINT).records().compactMap(\.localIdentifier)
    #expect(names == ["z.png"])
  }
}
