/// One piece of a stage's work on assets; immutable, its state lives in the worker.
public protocol Step: Sendable {
  /// How reports and `explain` call it.
  var name: String { get }
  var ordering: StepOrdering { get }
  /// The facets that the step is known to read.
  var facets: FacetSet { get }

  /// Whether it may read the headers of most assets that come to it.
  var readsHeaders: Bool { get }
  /// Whether few assets may come through, so that reading ahead for those behind is wasteful.
  var isSelective: Bool { get }
  /// What the step does in particular, for `explain`; empty when the name says it all.
  var detail: String { get }

  /// The order that the step puts assets in, when that is all it does.
  var order: [SortKey] { get }

  /// The fields that alone decide what it does with an asset; nil when something else does, too.
  var decidingFields: FieldSet? { get }

  /// Which of the assets the step lets through, when that is all it does.
  var slice: (offset: Int, limit: Int?)? { get }

  /// The program that takes the records of what comes so far, where a run is cut; nil for all others.
  var program: ProgramCall? { get }

  /// The step for one run; one whose lanes share something makes that anew.
  func forRun() -> any Step

  func makeWorker(in lane: Lane) throws -> any Worker
}

extension Step {
  public var facets: FacetSet { [] }
  public var readsHeaders: Bool { facets.contains(.header) }
  public var isSelective: Bool { false }
  public var detail: String { "" }
  public var order: [SortKey] { [] }
  public var decidingFields: FieldSet? { nil }
  public var slice: (offset: Int, limit: Int?)? { nil }
  public var program: ProgramCall? { nil }
  public func forRun() -> any Step { self }
}
