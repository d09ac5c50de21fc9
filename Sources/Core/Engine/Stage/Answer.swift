/// The assets that a library, or another source, returns for a query, and the part of the query
/// that the run still has to apply.
///
/// ```swift
/// return Answer(rows.map(asset), leaving: fetch.predicate)
/// ```
public struct Answer {
  /// The reader of the assets.
  package let reader: any AssetReader
  /// The tests that the run still has to evaluate.
  package let residual: AssetPredicate
  /// True if the assets are in the order of the query.
  package let isOrdered: Bool
  /// The number of assets that the source skipped, out of the query's offset.
  package let skipped: Int
  /// True if the source returned only assets of the album that the fetch names.
  package let answersAlbum: Bool
  /// Warnings that the user should read before relying on the assets.
  package let notes: [String]
  /// The minimal number of assets, if it is known and not counted elsewhere; 0 otherwise.
  package let expectedCount: Int

  package init(
    reader: any AssetReader, residual: AssetPredicate, isOrdered: Bool = false, skipped: Int = 0,
    answersAlbum: Bool = true, notes: [String] = [], expectedCount: Int = 0
  ) {
    self.reader = reader
    self.residual = residual
    self.isOrdered = isOrdered
    self.skipped = skipped
    self.answersAlbum = answersAlbum
    self.notes = notes
    self.expectedCount = expectedCount
  }

  /// - Parameters:
  ///   - assets: The assets, which are read one by one as the run needs them.
  ///   - residual: The tests that the run still has to evaluate; all of them if the source
  ///     evaluated none.
  ///   - isOrdered: True if the assets are in the order of the fetch.
  ///   - answersAlbum: True if only assets of the fetch's album are returned.
  ///   - notes: Warnings that the user should read before relying on the assets.
  public init(
    _ assets: some Sequence<Asset> & Sendable, leaving residual: AssetPredicate,
    isOrdered: Bool = false, answersAlbum: Bool = false, notes: [String] = []
  ) {
    self.init(
      reader: SequenceReader(assets.makeIterator()), residual: residual, isOrdered: isOrdered,
      answersAlbum: answersAlbum, notes: notes, expectedCount: assets.underestimatedCount)
  }
}

private final class SequenceReader<Assets: IteratorProtocol>: AssetReader
where Assets.Element == Asset {
  private var assets: Assets
  private(set) var isAtEnd = false

  private static var batchSize: Int { 256 }

  init(_ assets: Assets) {
    self.assets = assets
  }

  func next() -> PendingBatch? {
    var batch: [Asset] = []
    while batch.count < Self.batchSize {
      guard let asset = assets.next() else {
        isAtEnd = true
        break
      }
      batch.append(asset)
    }
    if batch.isEmpty { return nil }
    let found = batch
    return PendingBatch { found }
  }
}
