/// A stage that assets are read from.
public protocol SourceStage: Stage {
  /// Opens the source for one run.
  ///
  /// - Parameter query: The first tests, order and limit of the rule, of which the source does
  ///   those that it can.
  /// - Returns: A reader of the assets, and the part of the query that is left to do.
  func open(_ query: Query, in context: RunContext) throws -> Answer

  /// Returns the paths of the libraries that it reads, in order; empty for a source that reads
  /// none, so that none is searched for.
  func libraryPaths(in context: RunContext) -> [String]

  /// Returns a mark of each library by which it is recognised as unchanged; nil where that takes
  /// reading them.
  func marks(in context: RunContext) -> [LibraryMark]?

  /// Returns the fetch of a library, so that it can be read by ranges; nil if the source is not
  /// such a fetch.
  func fetch(_ query: Query) -> AssetFetch?

  /// Returns the query of the library as statements of a query language; for `explain`.
  func statements(_ query: Query, in context: RunContext) -> [String]

  /// Returns findings about the libraries that their names don't show; for `explain`.
  func findings(in context: RunContext) -> [String]

  /// Splits a predicate into the tests that the source does itself and the others; for `explain`
  /// and ``open(_:in:)``.
  func pushdown(_ predicate: AssetPredicate, in context: RunContext)
    -> (accepted: AssetPredicate, rest: AssetPredicate)
}

extension SourceStage {
  public func libraryPaths(in context: RunContext) -> [String] { context.request.libraries }

  public func marks(in context: RunContext) -> [LibraryMark]? { nil }

  public func fetch(_ query: Query) -> AssetFetch? { nil }

  public func findings(in context: RunContext) -> [String] { [] }

  public func statements(_ query: Query, in context: RunContext) -> [String] { [] }

  public func pushdown(
    _ predicate: AssetPredicate, in context: RunContext
  ) -> (accepted: AssetPredicate, rest: AssetPredicate) { (.always, predicate) }
}
