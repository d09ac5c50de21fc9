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

/// An instance of a step with its state, used by one thread.
public protocol StepInstance: AnyObject {
  /// Processes a batch's selected assets. A failure is recorded in its asset; errors end the run.
  func process(_ batch: inout Batch) throws

  /// The number of assets that it processes at a time; nil for batches of any size. An instance
  /// whose work takes long gives a number. It then gets pieces of a batch by ``process(_:handOn:)``
  /// instead, on one thread and in source order.
  var pieceSize: Int? { get }

  /// Processes a piece of a batch; calls `handOn` for each asset in order, as soon as possible.
  func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws

  /// The minimal number of assets that have to come before ``isSatisfied`` can become true.
  var demand: Int { get }

  /// True if it holds assets back, to return them in ``finish()``.
  var holdsBack: Bool { get }

  /// Announces the number of assets that still come, the next batch's included, once it is certain.
  func expect(_ count: Int)

  /// Allows the rule's last step to write preliminary records by calling `write`.
  func allowInterimRecords(_ write: @escaping (Asset) throws -> Void)

  /// Returns the assets held back until the end, in order; called once, after the last batch.
  func finish() throws -> [Asset]

  /// True if no more assets can pass, so that the source may be closed.
  var isSatisfied: Bool { get }
}

extension StepInstance {
  public func finish() throws -> [Asset] { [] }
  public var isSatisfied: Bool { false }
  public var pieceSize: Int? { nil }
  public var demand: Int { .max }
  public var holdsBack: Bool { false }
  public func expect(_ count: Int) {}
  public func allowInterimRecords(_ write: @escaping (Asset) throws -> Void) {}

  public func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
    var batch = Batch(ordinal: 0, assets: piece)
    try process(&batch)
    try handOn(batch)
  }
}

/// The state of one of the workers that process batches in parallel, shared by its steps.
///
/// Used only by the worker's thread.
public final class WorkerContext {
  /// The context of the run.
  public let context: RunContext
  /// The functions of the rule; nil if it has none.
  package let functions: (any RuleFunctions)?
  /// The number of further workers that a step on one thread may start.
  package let width: Int
  private var madeEvaluator: (any FunctionEvaluator)?

  /// - Parameter width: The number of further workers that a step on one thread may start.
  package init(context: RunContext, functions: (any RuleFunctions)?, width: Int = 1) {
    self.context = context
    self.functions = functions
    self.width = width
  }

  /// Returns the evaluator of the rule's functions, created on first use.
  package func evaluator() throws -> any FunctionEvaluator {
    if let madeEvaluator { return madeEvaluator }
    guard let functions else {
      preconditionFailure("a step with a function needs the rule that the function came from")
    }
    let made = try functions.makeEvaluator(fields: context.fields)
    madeEvaluator = made
    return made
  }
}
