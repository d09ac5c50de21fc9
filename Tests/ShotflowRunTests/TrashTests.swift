import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Files that a rule moves into the trash: where they go, and how they come back.
@Suite struct TrashTests {
  private let world: ProgramWorld
  private static let trash = "home/.local/share/Trash"

  init() throws {
    world = try ProgramWorld()
  }

  private func run(
    _ stages: String, _ further: String..., source: String = "source {}", input: String = ""
  ) async throws -> ProgramResult {
    let rule = try world.actingRule(stages, source: source)
    return try await world.program(world.actingWords(rule) + further, input: input.utf8).result()
  }

  private var trashed: [String] { world.names(in: "\(Self.trash)/files") }
  private var notes: [String] { world.names(in: "\(Self.trash)/info") }

  @Test func filesGoIntoTheHomeTrashAndBack() async throws {
    try world.livePhoto("IMG_1", in: "pictures/a b")
    try world.directory.write(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
       xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>
      """, to: "pictures/a b/IMG_1.JPG.xmp")
    let before = try world.contents()
    let result = try await run("trash {}")
    #expect(result.status == .exited(0))
    #expect(result.errorLines.count == 1)
    #expect(try world.contents().isEmpty)
    let names = ["IMG_1.JPG", "IMG_1.JPG.xmp", "IMG_1.MOV"]
    #expect(trashed == names)
    #expect(notes == names.map { "\($0).trashinfo" })
    #expect(Set(try world.contents(of: "\(Self.trash)/files").values) == Set(before.values))
    let note = try world.directory.text(of: "\(Self.trash)/info/IMG_1.MOV.trashinfo")
    let place = world.path("pictures/a b/IMG_1.MOV").replacing(" ", with: "%20")
    #expect(note.hasPrefix("[Trash Info]\nPath=\(place)\nDeletionDate="))
    // The record tells where the file is now, outside of the library.
    let lines: [ActLine] = try result.decodedLines()
    #expect(lines.map(\.path) == [world.path("\(Self.trash)/files/IMG_1.JPG")])
    #expect(lines.first?.acts?.first?.stage == "trash")
    #expect(!result.text.contains("\"library\""))
    let undone = try await world.run("undo")
    #expect(undone.status == .exited(0))
    #expect(undone.lines.count == 3)
    #expect(undone.lines.allSatisfy { $0.hasSuffix(" again") })
    #expect(try world.contents() == before)
    #expect(trashed == [] && notes == [])
  }

  @Test func aNameThatIsTakenGetsANumber() async throws {
    try world.picture("a.png")
    try world.picture("a.png", seed: 2, in: "pictures/b")
    try world.picture("c.png", seed: 3)
    // A note without a file, and a file without a note: both names are taken.
    try world.directory.write("[Trash Info]\n", to: "\(Self.trash)/info/a.png.trashinfo")
    try world.directory.write("mine", to: "\(Self.trash)/files/c.png")
    for name in ["", "/info", "/files"] { chmod(world.path("\(Self.trash)\(name)"), 0o700) }
    let dry = try await run("trash {}", "--dry-run")
    #expect(world.names().contains("a.png"))
    let real = try await run("trash {}")
    #expect(real.status == .exited(0))
    #expect(trashed == ["a 2.png", "a 3.png", "c 2.png", "c.png"])
    #expect(
      notes == ["a 2.png.trashinfo", "a 3.png.trashinfo", "a.png.trashinfo", "c 2.png.trashinfo"])
    let planned: [ActLine] = try dry.decodedLines()
    let done: [ActLine] = try real.decodedLines()
    #expect(planned.compactMap(\.acts) == done.compactMap(\.acts))
    #expect(dry.errorText.contains("dry run: trash \"\(world.path("pictures/a.png"))\" to "))
  }

  @Test func aDryRunMakesNoTrash() async throws {
    try world.picture("a.png")
    let result = try await run("trash {}", "--dry-run")
    #expect(result.status == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: world.path(Self.trash)))
    #expect(world.names() == ["a.png"])
  }

  /// The name of the note is longer than that of the file.
  @Test func aLongNameLeavesRoomForTheNote() async throws {
    let name = String(repeating: "n", count: 251) + ".png"
    try world.picture(name)
    let before = try world.contents()
    #expect(try await run("trash {}").status == .exited(0))
    #expect(trashed.map(\.utf8.count) == [245])
    #expect(notes.map(\.utf8.count) == [255])
    #expect(try await world.run("undo").status == .exited(0))
    #expect(try world.contents() == before)
  }

  @Test func aSidecarThatAnotherPictureNeedsStays() async throws {
    try world.picture("a.png")
    try world.picture("a.PNG", seed: 2)
    try world.directory.write("<x/>", to: "pictures/a.xmp")
    #expect(
      try await run("filter { filename = \"a.png\" }, trash {}").status == .exited(0))
    #expect(world.names() == ["a.PNG", "a.xmp"])
    #expect(trashed == ["a.png"])
  }

  /// Each change, and what undo says of it.
  @Test(arguments: [
    ("rm home/.local/share/Trash/*/*", "the file is gone", 3),
    ("printf x >> home/.local/share/Trash/files/a.png", "it changed since", 3),
    ("cp home/.local/share/Trash/files/a.png pictures/", "another file is where it was", 3),
    (
      "mv home/.local/share/Trash/files/a.png pictures/; rm home/.local/share/Trash/info/*",
      "undone ", 0
    ),
  ])
  func whatTheUserDidSinceStays(_ change: String, _ answer: String, _ status: Int32) async throws {
    try world.picture("a.png")
    #expect(try await run("trash {}").status == .exited(0))
    _ = try await world.shell(change).result()
    let before = (try world.contents(), try world.contents(of: Self.trash))
    let result = try await world.run("undo")
    #expect(result.status == .exited(status))
    #expect(result.text.contains(answer), "\(result.text)")
    #expect(try world.contents() == before.0)
    #expect(try world.contents(of: Self.trash) == before.1)
  }

  @Test func onlyFilesOfFolderLibrariesGoThere() async throws {
    let made = try await RunProgram(
      Products.makeSamples,
      ["photos", world.path("Inner.photoslibrary"), "--count", "6", "--pictures", "--whole"]
    ).result()
    try #require(made.status == .exited(0), "\(made.errorText)")
    let before = FolderState(world.path("Inner.photoslibrary"))
    let rule = try world.actingRule("trash {}")
    let words = world.actingWords(rule, "--no-catalogue")
      .map { $0 == world.library ? world.path("Inner.photoslibrary") : $0 }
    let kept = try await world.program(words).result()
    #expect(kept.status == .exited(3))
    #expect(kept.errorText.contains("trash is for folder libraries"))
    #expect(FolderState(world.path("Inner.photoslibrary")).changes(since: before) == [])
    #expect(trashed == [])
  }

  @Test func aTrashFolderOfAnotherUsersChoiceGetsNothing() async throws {
    try world.picture("a.png")
    try world.directory.makeFolder("elsewhere")
    try world.directory.makeFolder("home/.local/share")
    try FileManager.default.createSymbolicLink(
      atPath: world.path(Self.trash), withDestinationPath: world.path("elsewhere"))
    let result = try await run("trash {}")
    #expect(result.status == .exited(3))
    #expect(
      result.errorText.contains("can't use the trash folder \"\(world.path(Self.trash))\""))
    #expect(world.names() == ["a.png"])
    #expect(world.names(in: "elsewhere") == [])
  }

  @Test func isPermittedFirst() async throws {
    try world.picture("a.png")
    let rule = try world.rule(
      "return pipeline { wants = { write = \"x\" }, source {}, trash {} }", named: "asks.lua")
    let refused = try await world.run("run", rule, "--library", world.library)
    #expect(refused.status == .exited(77))
    #expect(world.names() == ["a.png"])
  }

  @Test(.needs(.faultLibrary)) func aFullDiskLeavesTheFileWhereItIs() async throws {
    try world.picture("a.png")
    let before = try world.contents()
    let rule = try world.actingRule("trash {}")
    for fault in ["write:1+:ENOSPC", "mkdir:1+:ENOSPC", "rename:1+:ENOSPC"] {
      let result = try await world.faultyProgram(
        world.actingWords(rule, "--no-catalogue"), ["SHOTFLOW_FAULT": fault]
      ).result()
      if case .killed = result.status { Issue.record("\(fault): \(result.status)") }
      #expect(try world.contents() == before, "\(fault)")
      #expect(trashed == [] && notes == [], "\(fault)")
    }
  }
}
