import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Files that are no pictures on a card that `shotflow import` reads.
@Suite struct ImportLeftFilesTests: ImportingSuite {
  let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("home/Pictures")
    try world.directory.write(ProgramWorld.png(1), to: "home/card/DCIM/100/A.png")
  }

  @Test func otherFilesAreCountedAndNothingIsPromised() async throws {
    for name in ["DCIM/100/V1.WAV", "DCIM/100/V2.wav", "clip.R3D", "orphan.xmp", "GPS/a.GPX"] {
      try world.directory.write("other", to: "home/card/\(name)")
    }
    let said = try await imported()
    #expect(
      said.hasSuffix(
        "; 5 other files were left: 2 .WAV, 1 .GPX, 1 .R3D, …; undo with: shotflow undo\n"),
      "\(said)")
    #expect(
      try await imported()
        == "shotflow: nothing is new; 1 was there already; 5 other files were left: 2 .WAV, 1 .GPX,"
        + " 1 .R3D, …\n")
    // Beside what is gone, and what failed, they are told as well.
    try FileManager.default.removeItem(atPath: world.path("home/Pictures"))
    try world.directory.makeFolder("home/Pictures")
    #expect(
      try await imported()
        == "shotflow: nothing is new; 1 imported before and gone since (--again takes it); 5 other"
        + " files were left: 2 .WAV, 1 .GPX, 1 .R3D, …\n")
  }

  @Test func whatACameraNotesForItselfIsNoLoss() async throws {
    for name in [
      "DCIM/100/M0100.CTG", "DCIM/100/B.THM", "DCIM/100/GL010001.LRV", "MISC/AUTPRINT.MRK",
      "PRIVATE/AVCHD/BDMV/INDEX.BDM", "PRIVATE/M4ROOT/MEDIAPRO.XML", "AVF_INFO/AVIN0001.DAT",
      "DCIM/Thumbs.db", ".DS_Store",
    ] {
      try world.directory.write("note", to: "home/card/\(name)")
    }
    for name in [
      "PRIVATE/M4ROOT/THMBNL/C0001T01.JPG", "MISC/THM/100/DJI_0001.SCR",
      "MISC/THM/100/DJI_0001.THM",
    ] {
      try world.directory.write(ProgramWorld.png(2), to: "home/card/\(name)")
    }
    let said = try await imported()
    #expect(said.contains("imported 1 picture ("), "\(said)")
    #expect(said.contains("; all of it is in the library"), "\(said)")
  }

  @Test func everythingTakesThem() async throws {
    try world.directory.write("sound", to: "home/card/DCIM/100/V1.WAV")
    let said = try await imported("card --everything")
    #expect(!said.contains("other file"), "\(said)")
  }
}
