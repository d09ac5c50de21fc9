@testable import Pipeline

/// Gives the assets of rows that were read, one batch after the other.
final class ShotwellReader: AssetReader {
  private let library: ShotwellLibrary
  private let assets: ShotwellAssets
  private let context: RunContext
  private var place = 0
  /// The first batch is small, so that the first record is early.
  private var batchSize = 32
  private static let largestBatch = 256

  init(_ assets: ShotwellAssets, of library: ShotwellLibrary, in context: RunContext) {
    self.assets = assets
    self.library = library
    self.context = context
    if context.progress.wantsTotal {
      let items = context.progress.snapshot.totalItems + assets.rows.count
      context.progress.expect(items: items)
    }
  }

  var isAtEnd: Bool { place == assets.rows.count }

  func next() throws -> PendingBatch? {
    guard !isAtEnd, !context.isReadingOver else { return nil }
    let range = place..<min(assets.rows.count, place + batchSize)
    place = range.upperBound
    batchSize = Self.largestBatch
    return PendingBatch { [assets, library] in range.map { assets.asset($0, in: library) } }
  }
}

/// The rows of a selection, in its order, with the keywords of each.
struct ShotwellAssets: Sendable {
  let rows: [ShotwellRow]
  let tags: ShotwellTags

  func asset(_ place: Int, in library: ShotwellLibrary) -> Asset {
    let row = rows[place]
    return ShotwellAsset(row, keywords: tags.keywords(of: row.identifier), in: library)
  }
}
