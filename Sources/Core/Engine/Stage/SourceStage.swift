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
