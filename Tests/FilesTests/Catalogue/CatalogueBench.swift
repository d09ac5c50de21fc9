import AssetSupport
import Engine
import Files
import Foundation
import PipelineSupport
import Samples
import TestSupport

/// A library with something of everything, and a catalogue of it.
final class CatalogueBench {
  let folder: TemporaryDirectory
  let library: String
  private let warnings = Warnings()

  /// Confined by its lock.
  private final class Warnings: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []

    func add(_ text: String) { lock.withLock { texts.append(text) } }
    var all: [String] { lock.withLock { texts } }
  }

  init() throws {
    folder = try TemporaryDirectory()
    library = folder.path("pictures")
    try SampleLibrary(now: 1_443_389_380).write(to: library)
    for name in [
      "00001IMG_00001_BURST20230101120000_COVER.jpg", "00002IMG_00002_BURST20230101120000.jpg",
    ] {
      try folder.write(JPEGPicture(width: 16, height: 8), to: "pictures/\(name)")
    }
    try folder.write([], to: "pictures/empty.jpg")
    try folder.write(
      JPEGPicture(width: 90, height: 60).encoded().prefix(40), to: "pictures/half.jpg")
    try folder.write("no picture", to: "pictures/odd\u{301}.png")
  }

  var path: String { folder.path("cache/shotflow/catalogue.sqlite") }
  var hasCatalogue: Bool { FileManager.default.fileExists(atPath: path) }
  /// The warnings for the user.
  var reported: [String] { warnings.all }

  /// A catalogue that takes every file for one that was changed long ago.
  func settled(limit: Int64 = Catalogue.standardLimit) -> Catalogue {
    catalogue(limit: limit, clock: CatalogueClock { CatalogueClock.systemTime() + 10_000_000_000 })
  }

  /// A catalogue by the system's clock, or another.
  func catalogue(
    limit: Int64 = Catalogue.standardLimit, clock: CatalogueClock = .system
  ) -> Catalogue {
    let warnings = warnings
    return Catalogue(at: path, limit: limit, clock: clock) { warnings.add($0) }
  }

  /// A run that shows everything of every file.
  func run(
    _ catalogue: Catalogue?,
    _ stages: [StageCall] = [
      StageCall("source", ["includeHidden": true, "includeAllBurstAssets": true])
    ]
  ) throws -> Scenario.Outcome {
    var scenario = Scenario(stages, library: library)
    scenario.catalogue = catalogue
    return try scenario.run()
  }

  /// A run over files that are named on standard input.
  func run(_ catalogue: Catalogue?, paths: [String]) throws -> Scenario.Outcome {
    var scenario = Scenario(
      [StageCall("source", ["stdin": true])], input: paths.joined(separator: "\n") + "\n")
    scenario.catalogue = catalogue
    return try scenario.run()
  }

  /// The names among them of files that may be pictures or movies, which are opened.
  var openedNames: [String] {
    get throws {
      try names.filter { name in Array(name.utf8).withUnsafeBytes { FilenameKind($0) } != .other }
    }
  }

  /// The names of what lies directly in the library.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: library).filter {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(
          atPath: "\(library)/\($0)", isDirectory: &isFolder) && !isFolder.boolValue
      }.sorted()
    }
  }
}
