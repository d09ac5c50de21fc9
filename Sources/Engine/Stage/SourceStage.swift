/// A stage that assets come from.
public protocol SourceStage: Stage {
  /// Opens the source for one run.
  ///
  /// - Parameter query: what the rule asks first. The source takes over what it can answer.
  /// - Returns: what reads the assets, and the part of the query that is left to do.
  func open(_ query: Query, in context: RunContext) throws -> Answer

  /// The paths of the libraries that it reads, in order; none for a source that reads none, so that
  /// none is looked for.
  func libraryPaths(in context: RunContext) -> [String]

  /// By what each library will be known to be as it was; nil where that takes reading them.
  func marks(in context: RunContext) -> [LibraryMark]?

  /// What is fetched of a library, so that it can be read by ranges; nil for what is none.
  func fetch(_ query: Query) -> AssetFetch?

  /// What the source will ask its library, in words of a query language; for `explain`.
  func statements(_ query: Query, in context: RunContext) -> [String]

  /// What the libraries turned out to be, where their names don't tell; for `explain`.
  func findings(in context: RunContext) -> [String]

  /// The part of a predicate that the source answers itself; for `explain` and ``open(_:in:)``.
  func pushdown(_ predicate: Predicate, in context: RunContext)
    -> (accepted: Predicate, rest: Predicate)
}

extension SourceStage {
  public func libraryPaths(in context: RunContext) -> [String] { context.libraries }

  public func marks(in context: RunContext) -> [LibraryMark]? { nil }

  public func fetch(_ query: Query) -> AssetFetch? { nil }

  public func findings(in context: RunContext) -> [String] { [] }

  public func statements(_ query: Query, in context: RunContext) -> [String] { [] }

  public func pushdown(
    _ predicate: Predicate, in context: RunContext
  ) -> (accepted: Predicate, rest: Predicate) { (.always, predicate) }
}
