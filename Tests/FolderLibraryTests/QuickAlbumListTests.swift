import Engine
import Foundation
import TestSupport
import Testing

@testable import FolderLibrary

/// Albums of a folder by their names, for a user who types one.
@Suite struct QuickAlbumListTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["b/deep/er", "a", ".hidden/x", "c"] { try directory.makeFolder("lib/\(name)") }
    try directory.write("", to: "lib/file.jpg")
  }

  private func quickAlbums(_ time: Duration = .seconds(600)) throws -> [Album] {
    let quickAlbums = try #require(FolderLibrary.kind.abilities.albums.quickList)
    return quickAlbums(LibraryPlace(path: directory.path("lib")), time)
  }

  @Test func foldersAreAlbumsThoseFurtherUpFirst() throws {
    let albums = try quickAlbums()
    #expect(albums.map(\.identifier) == ["a", "b", "c", "b/deep", "b/deep/er"])
    #expect(albums.map(\.title) == ["a", "b", "c", "deep", "er"])
    #expect(albums.last?.folderPath == ["b", "deep"])
  }

  @Test func linksAndNamesThatAreNoTextAreLeftOut() throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("lib/link"), withDestinationPath: directory.path("lib/b"))
    try #require(mkdir(directory.path("lib/") + "x", 0o700) == 0)
    var path = Array(directory.path("lib/").utf8CString.dropLast())
    path += [CChar(bitPattern: 0xFF), 0]
    try #require(mkdir(path, 0o700) == 0)
    #expect(try quickAlbums().map(\.identifier).prefix(4) == ["a", "b", "c", "x"])
  }

  @Test func whatComesTooLateIsLeftOut() throws {
    #expect(try quickAlbums(.seconds(-1)).isEmpty)
    let missing = try #require(FolderLibrary.kind.abilities.albums.quickList)
    #expect(missing(LibraryPlace(path: directory.path("nowhere")), .seconds(1)).isEmpty)
  }
}
