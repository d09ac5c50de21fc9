import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The second copies that `shotflow import` makes with `--backup`.
@Suite struct ImportBackupTests: ImportingSuite {
  let world: ProgramWorld
  private let place = "2015/2015-09-27"

  init() throws {
    world = try ProgramWorld()
    try makeCard()
  }

  private func note(_ path: String, _ text: String) throws {
    let packet = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><!-- \(text) --></x:xmpmeta>"
    try world.directory.write(packet, to: "home/\(path)")
  }

  @Test func aBackupGetsWhatIsImported() async throws {
    let said = try await imported("card --backup ~/disk")
    #expect(said.contains(" to ~/Pictures and ~/disk; all of it is in the library"), "\(said)")
    #expect(world.names(in: "home/disk").contains("2015/2015-09-27/A.png"))
    #expect(try await imported("card --backup ~/disk").hasSuffix("; \(whole)\n"))
    // What it lacks of the library's files comes, too.
    let lost = "home/disk/2015/2015-09-27/A.png"
    try FileManager.default.removeItem(atPath: world.path(lost))
    let trial = try await imported("card --backup ~/disk --dry-run")
    #expect(trial.contains("; 3 were there already, 1 of them not in the backup"), "\(trial)")
    let again = try await imported("card --backup ~/disk")
    #expect(
      again.hasSuffix(
        "; 3 were there already, 1 of them copied to the backup; \(whole); undo"
          + " with: shotflow undo\n"), "\(again)")
    #expect(try world.contents(of: "home/disk") == world.contents(of: "home/Pictures"))
    #expect(
      try await imported("card --backup ~/disk").hasSuffix(
        "there already; \(whole)\n"))
  }

  /// A second backup, of a library that has all, and from a card that has a picture twice.
  @Test func aNewBackupGetsAllThatIsRead() async throws {
    try picture("card/DCIM/101/Twin.png", seed: 1)
    try world.livePhoto("L", in: "home/card/DCIM/101")
    _ = try await imported("card --to '{filename}'")
    let said = try await imported("card --to '{filename}' --backup ~/disk")
    #expect(
      said.contains("nothing is new; 5 were there already, 4 of them copied to the"), "\(said)")
    #expect(world.names(in: "home/disk") == ["A.png", "B.png", "C.MOV", "L.JPG", "L.MOV"])
    #expect(try world.contents(of: "home/disk") == world.contents(of: "home/Pictures"))
    _ = try await world.type("shotflow undo")
    #expect(world.names(in: "home/disk").filter { $0.contains(".") } == [])
    #expect(library == ["A.png", "B.png", "C.MOV", "L.JPG", "L.MOV"])
  }

  @Test func aBackupInTheSourceIsRefused() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: world.path("home/link"), withDestinationPath: world.path("home/card/DCIM"))
    for place in ["card/backup", "link", "link/new"] {
      let said = try await imported("card --backup ~/\(place)", status: 64)
      #expect(
        said.contains("which is imported; name a folder on another disk"), "\(place): \(said)")
    }
    #expect(library == [])
  }

  /// The backup gets the picture and the sidecar of its twin in one run.
  @Test func theBackupGetsTheSidecarOfASecondCopy() async throws {
    _ = try await imported("card")
    try picture("card/DCIM/101/Twin.png", seed: 1)
    try note("card/DCIM/101/Twin.xmp", "twin")
    _ = try await imported("card --backup ~/disk")
    #expect(library == ["A.png", "A.xmp", "B.png", "C.MOV"])
    #expect(try world.contents(of: "home/disk") == world.contents(of: "home/Pictures"))
  }

  /// The library got a sidecar without the backup.
  @Test func theBackupGetsASidecarThatItLacks() async throws {
    _ = try await imported("card --backup ~/disk")
    try note("card/DCIM/100/A.xmp", "a")
    _ = try await imported("card")
    #expect(library == ["A.png", "A.xmp", "B.png", "C.MOV"])
    let said = try await imported("card --backup ~/disk")
    #expect(
      said
        == "shotflow: nothing is new; 3 were there already, 1 of them copied to the backup; \(whole);"
        + " undo with: shotflow undo\n", "\(said)")
    #expect(try world.contents(of: "home/disk") == world.contents(of: "home/Pictures"))
  }

  @Test func anotherSidecarOfTheBackupStays() async throws {
    _ = try await imported("card --backup ~/disk")
    try note("disk/\(place)/A.xmp", "other")
    let before = try world.contents(of: "home/disk")
    try note("card/DCIM/100/A.xmp", "a")
    let said = try await imported("card --backup ~/disk")
    #expect(said.contains("imported 1 sidecar of a picture that was there ("), "\(said)")
    #expect(
      said.hasSuffix(
        "; 3 were there already, 1 sidecar is not in the backup, as another file has its name there;"
          + " undo with: shotflow undo\n"), "\(said)")
    #expect(library == ["A.png", "A.xmp", "B.png", "C.MOV"])
    #expect(try world.contents(of: "home/disk") == before)
  }
}
