import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The albums of an asset: as a field, and as places of copies.
@Suite struct AlbumPathTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.picture("a.png", seed: 1, in: "pictures/Italy/Rome")
    try world.picture("b.png", seed: 2, in: "pictures/Italy")
    try world.picture("c.png", seed: 3)
  }

  private func names(_ stages: String) async throws -> [String?] {
    let rule = try world.libraryRule(stages)
    return try await world.run("run", rule, "-l", world.library).records().map(\.filename)
  }

  @Test func foldersAreAlbumsOfTheirFiles() async throws {
    #expect(try await names("filter { albumPaths = has(\"Italy/Rome\") }") == ["a.png"])
    #expect(try await names("filter { albumPaths = \"Italy\" }") == ["b.png"])
    #expect(try await names("filter { albumPaths = absent }") == ["c.png"])
    let function =
      "filter(function(asset) return (asset.albumPaths or {})[1] == \"Italy/Rome\" end)"
    #expect(try await names(function) == ["a.png"])
  }

  @Test func aRecordHasThemOnRequestAlone() async throws {
    let plain = try await world.run("run", world.libraryRule(), "-l", world.library)
    #expect(!plain.text.contains("albumPaths"))
    let asked = try await world.run(
      "run", world.libraryRule("filter { albumPaths = present }", named: "asked.lua"), "-l",
      world.library)
    #expect(asked.lines.count == 2)
    #expect(asked.text.contains("\"albumPaths\":[\"Italy/Rome\"]"))
    // What one run prints the next one reads, where the library is not at hand.
    let again = try await world.run(
      "run", world.inputRule("filter { albumPaths = has(\"Italy/Rome\") }", named: "in.lua"),
      input: asked.text)
    #expect(try again.records().map(\.filename) == ["a.png"])
    #expect(again.text.components(separatedBy: "albumPaths").count == 2)
  }

  @Test(arguments: [
    ["--fields", "filename,albumPaths", "--format", "tsv"],
    ["--template", "{filename}\t{albumPaths}"],
  ])
  func outputsAskForThem(_ words: [String]) async throws {
    let result = try await world.program(["find", "-l", world.library] + words).result()
    #expect(result.status == .exited(0))
    #expect(result.lines.contains("a.png\tItaly/Rome"), "\(result.text)")
    #expect(result.lines.contains("c.png\t"))
  }

  private func copy(_ options: String, _ input: String, dry: Bool = false) async throws
    -> ProgramResult
  {
    let rule = try world.rule(
      "return pipeline { source { stdin = true }, copy { \(options) } }", named: "copy.lua")
    return try await world.program(
      ["run", rule, "--out", world.path("out")] + (dry ? ["--dry-run"] : []), input: input.utf8
    ).result()
  }

  /// A record of an asset in these albums.
  private func record(_ name: String, _ albums: [String]) throws -> String {
    let record = try JSONSerialization.data(withJSONObject: [
      "path": world.path("pictures/\(name)"), "mediaType": "image", "filename": name,
      "albumPaths": albums,
    ])
    return String(decoding: record, as: UTF8.self) + "\n"
  }

  @Test func aCopyGoesIntoEachAlbum() async throws {
    let rule = try world.libraryRule(
      "copy { to = \"{album}/{filename}\", each = \"album\" }", named: "all.lua")
    let result = try await world.run(
      "run", rule, "-l", world.library, "--out", world.path("out"))
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 2)
    #expect(result.errorText.contains("1 asset is in no album, so copy left it out"))
    #expect(try world.contents(of: "out").keys.sorted() == ["Italy/Rome/a.png", "Italy/b.png"])
  }

  @Test(arguments: ["copy", "hard", "symbolic"])
  func theOthersAreCopiesOrLinksToTheFirst(_ others: String) async throws {
    let input = try record("c.png", ["One", "Two/Three", "One", "../four"])
    let options = "to = \"{album}/{filename}\", each = \"album\", others = \"\(others)\""
    let dry = try await copy(options, input, dry: true)
    for round in 1...2 {
      let result = try await copy(options, input)
      #expect(result.status == .exited(0))
      // The second one finds all of them there.
      #expect(result.errorText.contains("undo with") == (round == 1))
      let lines: [ActLine] = try result.decodedLines()
      let planned: [ActLine] = try dry.decodedLines()
      #expect(lines.first?.acts?.count == 3)
      #expect(lines.map(\.acts) == planned.map(\.acts))
    }
    let names = ["One/c.png", "Two/Three/c.png", "__/four/c.png"]
    let found = try world.contents(of: "out")
    #expect(found.keys.sorted() == names)
    let original = try #require(FileManager.default.contents(atPath: world.path("pictures/c.png")))
    #expect(found["One/c.png"] == original)
    let link = Data("-> \(world.path("out/One/c.png"))".utf8)
    #expect(found["Two/Three/c.png"] == (others == "symbolic" ? link : original))
    var (first, second) = (stat(), stat())
    #expect(lstat(world.path("out/One/c.png"), &first) == 0)
    #expect(lstat(world.path("out/Two/Three/c.png"), &second) == 0)
    #expect((first.st_ino == second.st_ino) == (others == "hard"))
    _ = try await world.run("undo", "--last", "9")
    #expect(world.names(in: "out") == [])
  }

  @Test func withoutEachTheFirstAlbumIsMeant() async throws {
    let input = try record("c.png", ["Two/Three", "One"])
    let result = try await copy("to = \"{album|none}/\"", input + record("c.png", []))
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try world.contents(of: "out").keys.sorted() == ["Two/Three/c.png", "none/c.png"])
  }

  @Test func anAlbumWithinANameIsOneText() async throws {
    let input = try record("c.png", ["Two/Three"])
    _ = try await copy("to = \"x/{album} - {filename}\", each = \"album\"", input)
    #expect(world.names(in: "out") == ["x", "x/Two_Three - c.png"])
  }

  @Test(arguments: [
    ("copy { to = \"x/\", each = \"album\" }", "needs the album in to"),
    ("copy { to = \"x/\", others = \"hard\" }", "others is about copies in several albums"),
    ("move { to = \"{albun}/\" }", "there is no field called \"albun\""),
  ])
  func whatMakesNoSenseIsRefused(_ stage: String, _ words: String) async throws {
    let rule = try world.rule(
      "return pipeline { wants = { write = \"x\" }, source {}, \(stage) }", named: "wrong.lua")
    let result = try await world.run("check", rule)
    #expect(result.status == .exited(65))
    #expect(result.errorText.contains(words), "\(result.errorText)")
  }
}
