import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `shotflow import` of pictures that were edited in the library since they were imported.
@Suite struct ImportEditedTests: ImportingSuite {
  let world: ProgramWorld
  private let copy = "home/Pictures/2015/2015-09-27/A.png"

  init() throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("home/Pictures")
    try picture("home/card/DCIM/100/A.png", seed: 1)
    try picture("home/card/DCIM/100/B.png", seed: 2)
  }

  private func picture(_ path: String, seed: UInt64) throws {
    try world.directory.write(ProgramWorld.png(seed), to: path, modified: day)
  }

  private var library: [String] {
    world.names(in: "home/Pictures").filter { $0.hasSuffix(".png") }.map {
      ($0 as NSString).lastPathComponent
    }.sorted()
  }

  @Test func anEditedPictureIsNotGone() async throws {
    _ = try await imported("card")
    try picture(copy, seed: 3)
    // The original would be lost with the card, so that nothing is said of formatting it.
    #expect(
      try await imported("card")
        == "shotflow: nothing is new; 1 was there already, 1 edited in the library since, so that only"
        + " what was read has its original (--again takes it)\n")
    #expect(library == ["A.png", "B.png"])
    #expect(try await imported("card --again").contains("imported 1 picture"))
    #expect(library == ["A 2.png", "A.png", "B.png"])
    #expect(
      try await imported("card")
        == "shotflow: nothing is new; 2 were there already; \(whole)\n")
  }

  /// Another picture of the card has the name that is free since the first one was thrown away.
  @Test func anotherImportedPictureIsNoEdit() async throws {
    _ = try await imported("card")
    try FileManager.default.removeItem(atPath: world.path(copy))
    try FileManager.default.moveItem(
      atPath: world.path(copy.replacing("A.png", with: "B.png")), toPath: world.path(copy))
    #expect(
      try await imported("card")
        == "shotflow: nothing is new; 1 was there already, 1 imported before and gone since"
        + " (--again takes it); all the rest is in the library\n")
  }
}
