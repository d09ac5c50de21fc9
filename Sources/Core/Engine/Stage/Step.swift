/// One part of a stage's work on assets. It is immutable; a ``StepInstance`` has the state.
public protocol Step: Sendable {
  /// The name in reports and `explain`.
  var name: String { get }
  /// The order in which the step needs to see assets.
  var ordering: StepOrdering { get }
  /// The facets that the step is known to read.
  var facets: FacetSet { get }

  /// The kinds of work for which the step reads all bytes of an asset, in order.
  var works: [ItemWork] { get }

  /// True if the step may read the headers of most assets that it gets.
  var readsHeaders: Bool { get }
  /// True if the step may drop most assets, so that reading in advance for later steps is wasteful.
  var isSelective: Bool { get }
  /// The details of the step for `explain`; empty if the name says enough.
  var detail: String { get }

  /// The properties of the step that the planner and the run use.
  var traits: StepTraits { get }

  /// The part of the work of a step in source order that workers may do in parallel, in front of
  /// it, if it is the first such step; nil if it has none.
  var parallelPart: (any Step)? { get }

  /// Returns the step for one run; a step whose workers share state makes new state.
  func forRun() -> any Step

  /// Returns a new instance of the step for a thread.
  func makeWorker(in worker: WorkerContext) throws -> any StepInstance
}

extension Step {
  public var facets: FacetSet { [] }
  public var works: [ItemWork] { facets.contains(.digest) ? [.hash] : [] }
  public var readsHeaders: Bool { facets.needHeaders }
  public var isSelective: Bool { false }
  public var detail: String { "" }
  public var traits: StepTraits { StepTraits() }
  public var parallelPart: (any Step)? { nil }
  public func forRun() -> any Step { self }
}

/// The order in which a step needs to see assets: any, or that of the source.
public enum StepOrdering: Sendable {
  /// Batches may be processed in parallel, each by a different worker.
  case any
  /// One thread processes all batches, in source order.
  case source
}
