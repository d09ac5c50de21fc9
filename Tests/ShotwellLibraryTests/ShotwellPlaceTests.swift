import TestSupport
import Testing

@testable import ShotwellLibrary

@Suite struct ShotwellPlaceTests {
  @Test(arguments: [
    (["HOME": "/h"], "/h/.local/share/shotwell/data/photo.db", "/h/.cache/shotwell/thumbs"),
    (
      ["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CACHE_HOME": "/c"], "/d/shotwell/data/photo.db",
      "/c/shotwell/thumbs"
    ),
    (
      ["HOME": "/h", "XDG_DATA_HOME": "d"], "/h/.local/share/shotwell/data/photo.db",
      "/h/.cache/shotwell/thumbs"
    ),
  ])
  func ownLibraryIsWhereXDGSays(
    environment: [String: String], database: String, thumbnails: String
  ) throws {
    let own = ShotwellPlace.ownDatabase { environment[$0] }
    let path = try #require(own)
    let place = ShotwellPlace(path) { environment[$0] }
    #expect(place?.database == database && place?.thumbnails == thumbnails)
  }

  @Test func withoutAHomeThereIsNoLibrary() {
    #expect(ShotwellPlace.ownDatabase { _ in nil } == nil)
  }

  @Test(arguments: ["x", "x/", "x/data", "x/data/photo.db"])
  func foldersAndTheFileAreKnown(name: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "x/data/photo.db")
    let place = ShotwellPlace(folder.path(name)) { _ in nil }
    #expect(place?.database == folder.path("x/data/photo.db"))
    #expect(place?.thumbnails == folder.path("x/thumbs"))
  }

  @Test(arguments: ["", "x", "x/other.db", "x/photo.db", "nowhere", "shotwell"])
  func anythingElseIsLeftToOtherKinds(name: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "x/other.db")
    try folder.makeFolder("x/photo.db")
    let place = ShotwellPlace(folder.path(name)) { $0 == "HOME" ? folder.path : nil }
    #expect(place == nil)
  }

  @Test(arguments: [
    ("thumb000000000000000d", "thumb000000000000000d"),
    ("video-0000000000000001", "video-0000000000000001"), ("12", "thumb000000000000000c"),
    ("thumb0000000000000000", nil), ("thumb00000000000000001", nil), ("thumbffffffffffffffff", nil),
    ("thumb-000000000000001", nil), ("video0000000000000001", nil), ("", nil), ("-1", nil),
    ("99999999999999999999", nil),
  ])
  func identifiersAreShotwells(text: String, expected: String?) {
    #expect(ShotwellIdentifier(text)?.text == expected)
  }
}
