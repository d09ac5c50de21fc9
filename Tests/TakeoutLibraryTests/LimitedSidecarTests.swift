import AssetSupport
import Foundation
import PipelineSupport
import Samples
import State
import TestSupport
import Testing

@testable import Assets
@testable import Engine
@testable import Files
@testable import TakeoutLibrary

/// The files that belong to chosen pictures are allowed, and no others.
@Suite struct LimitedSidecarTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func run(choosing names: [String]) throws -> Scenario.Outcome {
    var access = LibraryAccess()
    access.add(
      folder.path, .library(folder.path),
      Permission(.limited, chosen: ChosenAssets(names.map { Array($0.utf8) })), isNamed: true)
    var scenario = Scenario([StageCall("source")], library: folder.path)
    scenario.access = access
    return try scenario.run()
  }

  @Test func anXMPFileComesWithItsPicture() throws {
    for name in ["a", "b"] {
      try folder.write(JPEGPicture(width: 16, height: 8), to: "\(name).jpg")
      try folder.write(XMPSidecarFile { $0.title = name }, to: "\(name).xmp")
    }
    try folder.write("{}", to: "a.json")
    let outcome = try run(choosing: ["a.jpg"])
    #expect(try outcome.names == ["a.jpg"])
    #expect(try outcome.texts("title") == ["a"])
  }

  @Test func aTakeoutsJSONComesWithItsPicture() throws {
    let year = "Takeout/Google Photos/Photos from 2019"
    for name in ["a.jpg", "b.jpg"] {
      try folder.write(JPEGPicture(width: 16, height: 8), to: "\(year)/\(name)")
      try folder.write(
        TakeoutSidecar(title: name, taken: TakeoutWorld.taken) { $0.description = name },
        to: "\(year)/\(name).supplemental-metadata.json")
    }
    let outcome = try run(choosing: ["\(year)/b.jpg"])
    #expect(try outcome.names == ["\(year)/b.jpg"])
    #expect(try outcome.texts("description") == ["b.jpg"])
  }

  /// Copies in albums, their sidecars and an album's title reveal none of the others.
  @Test func theOthersOfATakeoutDoNotExist() throws {
    let world = try TakeoutWorld()
    let (year, trip) = ("Google Photos/Photos from 2019", "Google Photos/Untitled(3)")
    for (seed, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() {
      try world.add(name, to: year, seed: UInt64(seed))
      try world.add(name, to: trip, seed: UInt64(seed))
    }
    try world.add("d.jpg", to: "Google Photos/Secret", seed: 9)
    try world.add(album: "By the sea", to: trip)
    try world.add(album: "A secret", to: "Google Photos/Secret")
    // Of b the copy alone, of c both.
    let chosen = ["\(year)/a.jpg", "\(trip)/b.jpg", "\(year)/c.jpg", "\(trip)/c.jpg"]
    let pipelines: [[StageCall]] = [
      [StageCall("source")], [StageCall("source", ["album": "By the sea"])],
      [StageCall("source", ["album": "Untitled(3)"])], [StageCall("source", ["album": "Secret"])],
      [
        StageCall("source", ["albums": ["albumRegular", "smartAlbumUserLibrary"]]),
        StageCall("filter", ["sortedBy": "filename"]),
      ],
      [StageCall("source"), StageCall("dedupe", ["by": "sha1"])],
    ]
    let whole = LibraryView(world.folder.path)
    let all = try pipelines.map(whole.trace)
    let some = try pipelines.map(LibraryView(world.folder.path, limitedTo: chosen).trace)
    let manager = FileManager.default
    for name in try manager.subpathsOfDirectory(atPath: world.folder.path)
    where name.hasSuffix(".jpg") || name.hasSuffix(".json") {
      if !chosen.contains(where: { name.hasPrefix($0) }) {
        try manager.removeItem(atPath: world.folder.path(name))
      }
    }
    try manager.removeItem(atPath: world.folder.path("Google Photos/Secret"))
    for (place, stages) in pipelines.enumerated() {
      #expect(try some[place] == whole.trace(stages), "\(stages)")
      #expect(all[place] != some[place], "\(stages)")
    }
    // No picture owns the file that makes a folder an album.
    #expect(all[4].contains("By the sea") && !some[4].contains("By the sea"))
  }
}
