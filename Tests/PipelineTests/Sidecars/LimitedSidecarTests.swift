import Foundation
import Samples
import TestSupport
import Testing

@testable import Pipeline

/// Who chooses a picture chooses what lies beside it and tells of it, and nothing else.
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
}
