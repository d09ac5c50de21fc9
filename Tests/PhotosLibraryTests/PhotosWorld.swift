import AssetSupport
import Foundation
import PhotosSamples
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Engine
@testable import PhotosLibrary

/// A made-up Apple Photos library for a test; whatever reads it here is watched for changes.
final class PhotosWorld {
  private let folder: TemporaryDirectory
  let path: String

  /// A few assets, each of another kind.
  static let assets = [
    PhotosSampleAsset(uuid: "A1", filename: "IMG_1.JPG", created: 100),
    PhotosSampleAsset(uuid: "A2", filename: "IMG_2.JPG", created: 300),
    PhotosSampleAsset(uuid: "A3", filename: "IMG_3.JPG", created: 200, ["ZKINDSUBTYPE": 1]),
    PhotosSampleAsset(uuid: "A4", kind: 1, filename: "IMG_4.MOV", created: 400),
    PhotosSampleAsset(uuid: "A5", filename: "IMG_5.JPG", created: 500, ["ZHIDDEN": 1]),
    PhotosSampleAsset(uuid: "A6", filename: "IMG_6.JPG", created: 600, ["ZTRASHEDSTATE": 1]),
  ]

  init(_ library: PhotosSampleLibrary, named name: String = "Test.photoslibrary") throws {
    folder = try TemporaryDirectory()
    path = folder.path(name)
    try library.write(to: path)
  }

  /// An empty folder with that name.
  init(empty name: String) throws {
    folder = try TemporaryDirectory()
    path = try folder.makeFolder(name)
  }

  /// Writes files that no row of the database is needed for.
  func add(_ relativePaths: String...) throws {
    for name in relativePaths {
      let file = URL(fileURLWithPath: "\(path)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data([1]).write(to: file)
    }
  }

  /// Calls `body`, which has to leave all of the library as it is; what this type and scenarios read
  /// is looked after anyway.
  func expectUntouched(by body: () throws -> Void) rethrows {
    let before = PhotosLibraryStates([path], isSameProcess: true)
    defer { #expect(before.changes == []) }
    try body()
  }

  func open() throws -> PhotosLibrary { try PhotosLibrary(path: path) }

  /// The assets that a source gives, without any left to the run.
  func assets(
    _ selection: PhotosSelection = PhotosSelection(), allowsReferences: Bool = false
  ) throws -> [Asset] {
    let library = try PhotosLibrary(path: path, allowsReferences: allowsReferences)
    return try Self.assets(of: library, selection)
  }

  static func assets(
    of library: PhotosLibrary, _ selection: PhotosSelection = PhotosSelection()
  ) throws -> [Asset] {
    let context = RunContext(
      components: .builtin, now: Scenario.noon, ruleName: "rule", libraries: [],
      ledgerPath: "/nonexistent/ledger")
    let before = PhotosLibraryStates([library.path.string], isSameProcess: true)
    defer { #expect(before.changes == []) }
    let reader = try PhotosReader(library, selection, in: context)
    var assets: [Asset] = []
    while let pending = try reader.next() { assets += pending.unfold() }
    return assets
  }

  /// Runs a source and a filter on the library, and gives the identifiers, without their ending.
  func uuids(_ source: ArgumentValue = [:], _ filter: ArgumentValue = [:]) throws -> [String] {
    try Scenario([StageCall("source", source), StageCall("filter", filter)], library: path).run()
      .names.map { $0.replacing("/L0/001", with: "") }
  }

  /// The words of the error that opening the library or running a source on it ends with.
  func problem(_ source: ArgumentValue = [:]) -> String {
    do {
      _ = try Scenario([StageCall("source", source)], library: path).run()
      return "no problem"
    } catch {
      return "\(error)"
    }
  }
}

extension PhotosLibrary {
  /// The albums of some kinds, in the order of the kinds, then in that of Photos.
  func albums(_ subtypes: [CollectionSubtype] = [.albumRegular]) throws -> [PhotosAlbum] {
    let albums = try albumTree().albums
    return subtypes.flatMap { subtype in albums.filter { $0.subtype == subtype } }
  }

  /// The number of assets of an album that SQL counts.
  func count(of album: PhotosAlbum, where test: AssetPredicate = .always) throws -> Int {
    var selection = PhotosSelection()
    selection.album = .one(album)
    selection.predicate = test
    let sql = PhotosStatement(selection, schema).count
    return Int(try explain { try connect().connection.integer(sql) } ?? 0)
  }
}
