import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Files that belong to pictures that `shotflow import` finds in the library.
@Suite struct ImportSidecarTests: ImportingSuite {
  let world: ProgramWorld
  private let place = "home/Pictures/2015/2015-09-27"

  init() throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("home/Pictures")
    try picture("A.png", seed: 1)
    try picture("B.png", seed: 2)
  }

  private func picture(_ name: String, seed: UInt64) throws {
    try world.directory.write(
      ProgramWorld.png(seed), to: "home/card/DCIM/100/\(name)", modified: day)
  }

  private func note(_ name: String, _ text: String) throws {
    try world.directory.write(
      Array(Self.packet(text).utf8), to: "home/card/DCIM/100/\(name)", modified: day)
  }

  private static func packet(_ text: String) -> String {
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><!-- \(text) --></x:xmpmeta>"
  }

  private var library: [String] { world.names(in: place).sorted() }

  @Test func aLaterSidecarIsPutBesideThePicture() async throws {
    _ = try await imported()
    try note("A.xmp", "a")
    try note("B.png.xmp", "b")
    try note("B.WAV", "sound")
    let trial = try await imported("card --dry-run")
    #expect(trial.contains("would import 3 sidecars of pictures that were there"), "\(trial)")
    #expect(library == ["A.png", "B.png"])
    let said = try await imported()
    #expect(said.contains("imported 3 sidecars of pictures that were there ("), "\(said)")
    #expect(said.contains("; 2 were there already; all of it is in the library"), "\(said)")
    #expect(library == ["A.png", "A.xmp", "B.WAV", "B.png", "B.png.xmp"])
    #expect(try world.directory.text(of: "\(place)/A.xmp") == Self.packet("a"))
    let again = try await imported()
    #expect(
      again == "shotflow: nothing is new; 2 were there already; \(whole)\n")
    #expect(library.count == 5)
  }

  @Test func itGetsTheNameThatThePictureHasNow() async throws {
    _ = try await imported()
    try FileManager.default.moveItem(
      atPath: world.path("\(place)/A.png"), toPath: world.path("home/Pictures/Birthday.PNG"))
    try note("A.png.xmp", "a")
    try note("A.WAV", "sound")
    _ = try await imported()
    #expect(
      world.names(in: "home/Pictures").filter { $0.hasPrefix("Birthday") }.sorted()
        == ["Birthday.PNG", "Birthday.PNG.xmp", "Birthday.WAV"])
  }

  @Test func nothingIsReplaced() async throws {
    try note("A.xmp", "old")
    _ = try await imported()
    try note("A.xmp", "new")
    let said = try await imported()
    #expect(
      said == "shotflow: nothing is new; 2 were there already, 1 sidecar was left, as another file"
        + " has its name\n")
    #expect(try world.directory.text(of: "\(place)/A.xmp") == Self.packet("old"))
    #expect(library == ["A.png", "A.xmp", "B.png"])
  }

  @Test func theSidecarOfARepeatedPictureComesToo() async throws {
    try picture("Z.png", seed: 1)
    try note("Z.xmp", "z")
    let said = try await imported()
    #expect(said.contains("1 has the same files as another"), "\(said)")
    #expect(said.contains("; all of it is in the library"), "\(said)")
    #expect(library == ["A.png", "A.xmp", "B.png"])
    #expect(try world.directory.text(of: "\(place)/A.xmp") == Self.packet("z"))
  }

  @Test func whatIsBesideAnotherCopyIsThere() async throws {
    try note("A.xmp", "a")
    for copy in ["first/A.png", "second/Birthday.png"] {
      try world.directory.write(ProgramWorld.png(1), to: "home/Pictures/\(copy)")
    }
    try world.directory.write(Self.packet("a"), to: "home/Pictures/second/Birthday.xmp")
    let said = try await imported()
    #expect(said.contains("1 was there already; all of it is in the library"), "\(said)")
    #expect(world.names(in: "home/Pictures/first") == ["A.png"])
  }

  @Test func theBackupGetsIt() async throws {
    _ = try await imported("card --backup ~/disk")
    try note("A.xmp", "a")
    _ = try await imported("card --backup ~/disk")
    #expect(
      world.names(in: "home/disk/2015/2015-09-27").sorted() == ["A.png", "A.xmp", "B.png"])
    #expect(library == ["A.png", "A.xmp", "B.png"])
  }

  @Test func undoTakesItBack() async throws {
    _ = try await imported()
    try note("A.xmp", "a")
    _ = try await imported()
    _ = try await world.type("shotflow undo")
    #expect(library == ["A.png", "B.png"])
  }
}
