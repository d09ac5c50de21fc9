import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `shotflow import` in a home as other programs leave it.
@Suite(.messyHome) struct ImportHomeTests {
  private func imported(
    _ words: String, in world: ProgramWorld, status: Int32 = 0
  ) async throws -> String {
    try await world.type("shotflow import \(words) >/dev/null", status: status).errorText
  }

  /// The number of assets whose files the library lacks.
  private func missing(_ words: String, in world: ProgramWorld) async throws -> Int? {
    let found = try await world.type("shotflow find \(words) --count")
    return Int(found.text.trimmingCharacters(in: .newlines))
  }

  @Test func aCardWithRawPictures() async throws {
    let world = try await SharedHome.copy()
    let card = try world.contents(of: "home/Camera card")
    let said = try await imported("'Camera card'", in: world)
    #expect(
      said.contains("; all of it is in the library, which is on the same disk; undo with: "),
      "\(said)")
    #expect(try await missing("'Camera card' --not-in Pictures", in: world) == 0)
    // Both halves of a pair have one name in one folder, and what belongs to a file came along.
    let names = world.names(in: "home/Pictures/2023")
    let raws = names.filter { $0.hasSuffix(".CR2") }
    #expect(raws.count == 12)
    for raw in raws { #expect(names.contains(raw.replacing(".CR2", with: ".JPG"))) }
    #expect(try world.contents(of: "home/Camera card") == card)
    #expect(try await imported("'Camera card'", in: world).contains("nothing is new; 34 were"))
  }

  @Test func twoPlacesWithTheSamePictures() async throws {
    let world = try await SharedHome.copy()
    // One of the files that were recovered is empty.
    let first = try await imported("Backup --library New", in: world, status: 3)
    #expect(first.contains("imported 15 pictures ("), "\(first)")
    #expect(first.contains("; 6 have the same files as others, 1 failed; undo"), "\(first)")
    let second = try await imported("'Camera card' --library New", in: world)
    #expect(second.contains("imported 20 pictures and 2 videos ("), "\(second)")
    #expect(second.contains("; 12 were there already; "), "\(second)")
    let duplicates = try await world.type("shotflow duplicates New --format paths")
    #expect(duplicates.text == "")
  }

  @Test func aTakeout() async throws {
    let world = try await SharedHome.copy()
    let parts = "Downloads/takeout*1 Downloads/takeout*2"
    let said = try await imported("\(parts) --library New", in: world)
    #expect(said.contains("imported "), "\(said)")
    #expect(try await missing("\(parts) --not-in New", in: world) == 0)
    #expect(try await imported("\(parts) --library New", in: world).contains("nothing is new"))
    // An edited version that is gone comes again, beside its original.
    let name = "IMG_0005-edited.JPG"
    let edited = try #require(world.names(in: "home/New").first { $0.hasSuffix("/\(name)") })
    try FileManager.default.removeItem(atPath: world.path("home/New/\(edited)"))
    let count = world.names(in: "home/New").count
    let again = try await imported("\(parts) --library New", in: world)
    #expect(again.contains("imported 1 picture ("), "\(again)")
    #expect(world.names(in: "home/New").contains(edited))
    #expect(world.names(in: "home/New").count == count + 1)
    let moved = try await imported("\(parts) --library Other --move", in: world)
    #expect(moved.contains("nothing was imported"), "\(moved)")
  }

  /// A library of Photos keeps its files out of the folder in which it is.
  @Test func aLibraryInsideOfTheOwnOne() async throws {
    let world = try await SharedHome.copy()
    let photos = "'Pictures/Photos Library.photoslibrary'"
    let before = try world.contents(of: "home/Pictures/Photos Library.photoslibrary")
    let said = try await world.type("shotflow import \(photos) >/dev/null || true").errorText
    #expect(said.contains("imported ") && !said.contains("all of it"), "\(said)")
    #expect(try world.contents(of: "home/Pictures/Photos Library.photoslibrary") == before)
  }

  @Test func originalsOfALibraryInsideOfTheOwnOneAreThere() async throws {
    let world = try await SharedHome.copy()
    let originals = "'Pictures/Photos Library.photoslibrary'/originals/*/*"
    _ = try await world.type("mkdir copies && cp \(originals) copies")
    let count = world.names(in: "home/copies").count
    let said = try await imported("copies", in: world)
    #expect(
      said == "shotflow: nothing is new; \(count) were there already; all of it is in the library\n"
    )
    // It is no part of another library.
    let elsewhere = try await imported("copies --library New", in: world)
    #expect(elsewhere.contains("imported "), "\(elsewhere)")
  }

  @Test func theWholeHome() async throws {
    let world = try await SharedHome.copy()
    let before = try world.contents(of: "home/Pictures")
    _ = try await world.type("shotflow import . >/dev/null || true")
    let after = try world.contents(of: "home/Pictures")
    for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
    #expect(after.count > before.count)
    let again = try await world.type("shotflow import . >/dev/null || true").errorText
    #expect(again.contains("nothing is new") || again.contains("nothing was imported"), "\(again)")
  }
}
