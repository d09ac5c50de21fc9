import Foundation
import ShotwellSamples
import TestSupport
import Testing

@testable import CatalogueLibrary
@testable import Engine

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

  private var context: RunContext {
    var context = RunContext(
      now: Instant(milliseconds: 0), ruleName: "rule", libraries: [path])
    context.use(
      Components(kinds: [.shotwell], fields: [.number("rating", "stars")]))
    return context
  }

  func open() throws -> any OpenedLibrary {
    try LibraryKind.shotwell.open(LibraryPlace(path: path), for: context)
  }

  /// Returns the library's answer to a fetch, with its album.
  func answer(_ fetch: AssetFetch = AssetFetch()) throws -> Answer {
    try LibraryReader(fetch, in: context).answer(of: open(), at: LibraryPlace(path: path))
  }

  /// The assets that the library answers a fetch with; nothing of it may be left over.
  func assets(_ fetch: AssetFetch = AssetFetch()) throws -> [Asset] {
    try untouched {
      let answer = try answer(fetch)
      #expect(answer.residual == .always)
      var assets: [Asset] = []
      while let pending = try answer.reader.next() { assets += pending.unfold() }
      return assets
    }
  }

  func asset(_ identifier: String) throws -> Asset {
    let named = AssetPredicate.equals(.localIdentifier, .text(TextConstant(identifier)))
    return try #require(try assets(AssetFetch(predicate: named)).first)
  }

  func identifiers(_ fetch: AssetFetch = AssetFetch()) throws -> [String] {
    try assets(fetch).map { $0.string(of: .localIdentifier) }
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
        _ = try assets()
      }
      return "no problem"
    } catch {
      return "\(error)".replacing(path, with: "X")
    }
  }
}
