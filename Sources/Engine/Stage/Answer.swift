/// The part of a question that a library, or another source, took over, and the assets that answer
/// it.
///
/// ```swift
/// return Answer(rows.map(asset), leaving: fetch.predicate)
/// ```
public struct Answer {
  package let reader: any AssetReader
  /// The tests that are left to the run.
  package let residual: Predicate
  /// Whether the assets come in the order that the question asks for.
  package let isOrdered: Bool
  /// How many assets were left out of those that the question's offset leaves out.
  package let skipped: Int
  /// Whether only assets of the album come that the question names.
  package let answersAlbum: Bool
  /// What the user should know before relying on what is read.
  package let notes: [String]
  /// How many assets come at least, as far as that is known and nothing else counts them.
  package let expectedCount: Int

  package init(
    reader: any AssetReader, residual: Predicate, isOrdered: Bool = false, skipped: Int = 0,
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
  ///   - assets: read one by one, as the run needs them.
  ///   - residual: the tests that the run has to do; all of them where nothing was tested.
  ///   - isOrdered: whether the assets come in the order that was asked for.
  ///   - answersAlbum: whether only assets of the album come that was asked for.
  ///   - notes: what the user should know before relying on what is read.
  public init(
    _ assets: some Sequence<Asset> & Sendable, leaving residual: Predicate, isOrdered: Bool = false,
    answersAlbum: Bool = false, notes: [String] = []
  ) {
    self.init(
      reader: SequenceReader(assets.makeIterator()), residual: residual, isOrdered: isOrdered,
      answersAlbum: answersAlbum, notes: notes, expectedCount: assets.underestimatedCount)
  }
}

/// Cuts a sequence of assets into batches.
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
