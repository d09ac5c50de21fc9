import AssetSupport
import Files
import Foundation
import PhotosSamples
import PipelineSupport
import Samples
import TestSupport

@testable import Assets
@testable import Engine
@testable import PhotosLibrary

/// A made-up Photos library that a test fetches from, and changes as Photos does.
final class FetchWorld {
  let photos: PhotosWorld
  let library: FetchLibrary
  /// The connection that Photos would have; as long as it is open, its locks are honoured.
  private var writer: SQLiteConnection?

  init(_ library: PhotosSampleLibrary, bounds: FetchBounds = FetchBounds()) throws {
    photos = try PhotosWorld(library)
    self.library = FetchLibrary(path: photos.path, in: Scenario.context, bounds: bounds)
  }

  /// Opens the database as Photos does, with a log that stays.
  func openPhotos() throws {
    writer = try SQLiteConnection(
      path: "\(photos.path)/database/Photos.sqlite", setup: "PRAGMA journal_mode = WAL")
    // The first write makes log and index.
    try change("UPDATE ZASSET SET ZHIDDEN = ZHIDDEN WHERE Z_PK = 1")
  }

  /// Ends Photos, which takes its log with it.
  func closePhotos() {
    writer = nil
  }

  func change(_ sql: String) throws {
    if let writer { return try writer.execute(sql) }
    try openPhotos()
    try change(sql)
    closePhotos()
  }

  /// Returns the assets of a fetch by its definition: each asset is tested, all are put in order.
  func expected(_ fetch: AssetFetch) throws -> [String] {
    let opened = try photos.open()
    var all = fetch
    (all.predicate, all.order) = (.always, [])
    var selection = try all.selection(of: opened)
    selection.predicate = .always
    let whole = AssetPredicate.conjunction([fetch.membership, fetch.predicate])
    var assets = try PhotosWorld.assets(of: opened, selection).filter(whole.matches)
    if !fetch.order.isEmpty {
      let order = AssetOrder(fetch.order)
      assets = assets.enumerated().map { order.entry(for: $1, place: $0) }
        .sorted { order.precedes($0, $1) }.map(\.asset)
    }
    return Asset.identifiers(
      of:
        Array(assets.dropFirst(fetch.offset).prefix(fetch.limit ?? .max)))
  }
}
