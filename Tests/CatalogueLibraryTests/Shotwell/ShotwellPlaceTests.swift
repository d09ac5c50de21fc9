import Engine
import TestSupport
import Testing

@testable import CatalogueLibrary

@Suite struct ShotwellPlaceTests {
  private static let signature = ShippedCatalogue.shotwell.signature

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
    let usual = Self.signature.usualPlaces.map { UsualPlace($0).path { environment[$0] } }
    #expect(usual == [database])
    let text = String(decoding: ShippedCatalogue.shotwell.source(), as: UTF8.self)
    let declaration = try DeclarationReader.declaration(text, path: "shotwell.lua")
    let small = declaration.previews?.usualFolder.map { UsualPlace($0).path { environment[$0] } }
    #expect(small == thumbnails)
  }

  @Test func withoutAHomeThereIsNoLibrary() {
    let usual = Self.signature.usualPlaces.map { UsualPlace($0).path { _ in nil } }
    #expect(usual == Self.signature.usualPlaces && usual.allSatisfy { $0.hasPrefix("$") })
  }

  @Test(arguments: ["x", "x/", "x/data", "x/data/photo.db"])
  func foldersAndTheFileAreKnown(name: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "x/data/photo.db")
    #expect(
      CataloguePlace.file(at: folder.path(name), Self.signature)
        == folder.path("x/data/photo.db"))
    #expect(LibraryKind.shotwell.recognises(LibraryPlace(path: folder.path(name))))
  }

  @Test(arguments: ["", "x", "x/other.db", "x/photo.db", "nowhere", "shotwell"])
  func anythingElseIsLeftToOtherKinds(name: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "x/other.db")
    try folder.makeFolder("x/photo.db")
    #expect(!LibraryKind.shotwell.recognises(LibraryPlace(path: folder.path(name))))
  }

  @Test(arguments: [
    ("thumb000000000000000d", "thumb000000000000000d"),
    ("video-0000000000000001", "video-0000000000000001"), ("12", "thumb000000000000000c"),
    ("thumb00000000000000001", nil), ("thumbffffffffffffffff", nil),
    ("thumb-000000000000001", nil), ("video0000000000000001", nil), ("", nil), ("-1", nil),
    ("99999999999999999999", nil),
  ])
  func identifiersAreShotwells(text: String, expected: String?) throws {
    let source = String(decoding: ShippedCatalogue.shotwell.source(), as: UTF8.self)
    let declaration = try DeclarationReader.declaration(source, path: "shotwell.lua")
    let identifiers = CatalogueIdentifiers(declaration.assets)
    var found: [String] = []
    Array(text.utf8).withUnsafeBytes { list in
      identifiers.forEachKey(in: list) { found.append(identifiers.text(of: .number($0))) }
    }
    #expect(found == [expected].compactMap(\.self))
  }
}
