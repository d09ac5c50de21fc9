import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Acts on files of libraries that keep account of them, which are copied and never moved.
@Suite struct LibraryTransferTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private func run(_ stages: String, _ further: String...) async throws -> ProgramResult {
    try await world.program(world.actingWords(world.actingRule(stages)) + further).result()
  }

  @Test(arguments: ["photos", "shotwell", "takeout"])
  func filesOfLibrariesThatKeepAccountStay(kind: String) async throws {
    let name = kind == "photos" ? "Inner.photoslibrary" : "inner"
    let further = kind == "photos" ? ["--pictures", "--whole"] : []
    let inner = world.path("pictures/\(name)")
    let made = try await RunProgram(
      Products.makeSamples, [kind, inner, "--count", "6"] + further
    ).result()
    try #require(made.status == .exited(0), "\(made.errorText)")
    try world.picture("outer.png")
    let before = FolderState(inner)
    let rule = try world.actingRule("move { to = \"x/\" }")
    let words = world.actingWords(rule, "--no-catalogue")
    // By itself, and as a folder within a folder of pictures.
    for library in kind == "takeout" ? [inner] : [inner, world.library] {
      let result = try await world.program(words.map { $0 == world.library ? library : $0 })
        .result()
      if kind == "photos", library == world.library {
        #expect(result.status == .exited(0))
        continue
      }
      // Named by itself it is refused; a Takeout is in archives below the folder that is named.
      #expect(result.status == .exited(library == inner && kind != "takeout" ? 3 : 0))
      #expect(result.errorText.contains("keeps account of its files"))
    }
    #expect(FolderState(inner).changes(since: before) == [])
    #expect(
      FileManager.default.fileExists(atPath: world.path("pictures/x/outer.png"))
        == (kind != "takeout"))
  }

  /// Writes what Google Takeout has beside `a.png`.
  private func describe() throws {
    try world.directory.write(
      #"{"title":"a.png","description":"","photoTakenTime":{"timestamp":"1443389368"},"#
        + #""creationTime":{"timestamp":"1443389368"},"url":"https://photos.google.com/photo/x","#
        + #""geoData":{"latitude":0.0,"longitude":0.0,"altitude":0.0}}"#,
      to: "pictures/a.png.json")
  }

  @Test func aTakeoutIsCopiedAndNotMoved() async throws {
    try world.picture("a.png")
    try describe()
    let moved = try await run("move { to = \"x/\" }")
    #expect(moved.status == .exited(3))
    #expect(moved.errorText.contains("keeps account of its files"))
    let copied = try await run("copy { to = \"x/\" }", "--out", world.path("out"))
    #expect(copied.status == .exited(0))
    #expect(world.names(in: "out") == ["x", "x/a.png", "x/a.png.json"])
  }

  /// Google Photos shows the edited version, so that it is what a copy brings.
  @Test(arguments: [
    ("", ["a-edited.png", "a.png.json"]), ("original = true", ["a.png", "a.png.json"]),
    ("edited = \"both\"", ["a-edited.png", "a.png", "a.png.json"]),
  ])
  func theVersionsOfAnEditedPictureAreCopied(option: String, expected: [String]) async throws {
    try world.picture("a.png")
    try world.picture("a-edited.png")
    try describe()
    let copied = try await run("copy { to = \"x/\", \(option) }", "--out", world.path("out"))
    #expect(copied.status == .exited(0))
    #expect(world.names(in: "out/x") == expected)
    // Under a new name, and read again.
    let named = try await run(
      "copy { to = \"{localDate:%Y}\", \(option) }", "--out", world.path("named"))
    #expect(named.status == .exited(0))
    let isBoth = expected.count == 3
    #expect(
      world.names(in: "named") == (isBoth ? ["2015-edited.png"] : []) + [
        "2015.png", "2015.png.json",
      ])
    let read = try await world.run(
      "find", "--library", world.path("out"), "--template", "{creationDateSource}")
    #expect(read.lines == ["takeout"])
  }
}
