/// A stage that assets are read from.
public protocol SourceWork: StageWork {
  /// Opens the source for one run.
  ///
  /// - Parameter query: The tests, order and limits at the rule's beginning; the source applies
  ///   those that it can.
  /// - Returns: A reader of the assets, and the part of the query that the run still has to apply.
  func open(_ query: Query, in context: RunContext) throws -> Answer

  /// Returns the paths of the libraries that the source reads, in order; empty if none.
  func libraryPaths(in context: RunContext) -> [String]

  /// Returns a fingerprint of each library that shows that it is unchanged; nil if none exists.
  func marks(in context: RunContext) -> [LibraryMark]?

  /// Returns the source as a fetch from a library, to read parts of it; nil for other sources.
  func fetch(_ query: Query) -> AssetFetch?

  /// Returns the query of the library as statements, such as SQL, for `explain`; empty for none.
  func statements(_ query: Query, in context: RunContext) -> [String]

  /// Returns properties of the libraries that their names don't show; for `explain`.
  func findings(in context: RunContext) -> [String]

  /// Splits a predicate into the tests that the source evaluates and the others.
  func pushdown(_ predicate: AssetPredicate, in context: RunContext)
    -> (accepted: AssetPredicate, rest: AssetPredicate)
}

/// A source with a description of its own; see ``SourceWork``.
public protocol SourceStage: SourceWork, Stage {}

extension SourceWork {
  public var part: StagePart { .source(self) }

  public func libraryPaths(in context: RunContext) -> [String] { context.request.libraries }

  public func marks(in context: RunContext) -> [LibraryMark]? { nil }

  public func fetch(_ query: Query) -> AssetFetch? { nil }

  public func findings(in context: RunContext) -> [String] { [] }

  public func statements(_ query: Query, in context: RunContext) -> [String] { [] }

  public func pushdown(
    _ predicate: AssetPredicate, in context: RunContext
  ) -> (accepted: AssetPredicate, rest: AssetPredicate) { (.always, predicate) }
}

/// The assets that a library, or another source, returns for a query, and the part of the query
/// that the run still has to apply.
///
/// ```swift
/// return Answer(rows.map(asset), leaving: fetch.predicate)
/// ```
public struct Answer {
  /// The reader of the assets.
  package var reader: any AssetReader
  /// The tests that the run still has to evaluate.
  package let residual: AssetPredicate
  /// True if the assets are in the order of the query.
  package var isOrdered: Bool
  /// The number of assets that the source skipped, out of the query's offset.
  package let skipped: Int
  /// True if the source returned only assets of the album that the fetch names.
  package let answersAlbum: Bool
  /// Warnings that the user should read before relying on the assets.
  package var notes: [String]
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

/// A reader that divides a source into batches; used by one worker at a time.
package protocol AssetReader: AnyObject {
  /// Returns the next batch of the source, or nil at its end. Slow work such as parsing lines is
  /// left to ``PendingBatch/unfold``, which workers call in parallel.
  func next() throws -> PendingBatch?

  /// True if ``next()`` is known to have no more batches.
  var isAtEnd: Bool { get }

  /// True if ``next()`` reached the end of the source, rather than being stopped before.
  var didSeeEnd: Bool { get }

  /// Notes for the user about what was read; complete at the end of the source.
  var notes: [String] { get }
}

extension AssetReader {
  package var didSeeEnd: Bool { isAtEnd }
  package var notes: [String] { [] }
}

/// A batch of a source before its assets are created, by the worker that processes it.
package struct PendingBatch: Sendable {
  /// Makes the assets of the batch; safe from any thread.
  package let unfold: @Sendable () -> [Asset]

  package init(_ unfold: @escaping @Sendable () -> [Asset]) {
    self.unfold = unfold
  }
}
