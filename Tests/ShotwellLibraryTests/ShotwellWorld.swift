import Foundation
import ShotwellSamples
import TestSupport
import Testing

@testable import Pipeline
@testable import ShotwellLibrary

/// A Shotwell library for a test; whatever reads it here is watched for changes.
final class ShotwellWorld {
  private let folder: TemporaryDirectory?
  let path: String

  /// The made-up library of some size.
  init(count: Int) throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    path = folder.path("library")
    try ShotwellSampleLibrary(count: count).write(to: path)
  }

  /// A library with that database and no files.
  convenience init(_ database: ShotwellSampleDatabase) throws {
    try self.init(bytes: database.encoded())
  }

  init(bytes: [UInt8]) throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    path = folder.path("library")
    try folder.write(bytes, to: "library/data/photo.db")
  }

  /// A library that is there already.
  init(existing path: String) {
    folder = nil
    self.path = path
  }

  var database: String { "\(path)/data/photo.db" }

  func open() throws -> ShotwellLibrary {
    try ShotwellLibrary(opening: #require(ShotwellPlace(path, environment: [:])))
  }

  /// The assets that a reader gives.
  func assets(_ selection: ShotwellSelection = ShotwellSelection()) throws -> [Asset] {
    try untouched {
      let library = try open()
      let context = RunContext(
        now: Instant(milliseconds: 0), ruleName: "rule", libraries: [], ledgerPath: nil)
      let reader = ShotwellReader(try library.assets(selection), of: library, in: context)
      var assets: [Asset] = []
      while let pending = try reader.next() { assets += pending.unfold() }
      return assets
    }
  }

  func asset(_ identifier: String) throws -> Asset {
    var selection = ShotwellSelection()
    selection.predicate = .equals(.localIdentifier, .text(TextConstant(identifier)))
    return try #require(try assets(selection).first)
  }

  func identifiers(_ selection: ShotwellSelection = ShotwellSelection()) throws -> [String] {
    try assets(selection).map { $0.string(of: .localIdentifier) }
  }

  /// Calls `body`, which has to leave all of the library as it is.
  func untouched<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = FolderState(path)
    defer { #expect(FolderState(path).changes(since: before) == []) }
    return try body()
  }

  /// The words of the error that reading all of the library ends with.
  func problem() -> String {
    do {
      try untouched {
        let library = try open()
        _ = try library.albums()
        _ = try library.assets()
      }
      return "no problem"
    } catch {
      return "\(error)".replacing(path, with: "X")
    }
  }
}
