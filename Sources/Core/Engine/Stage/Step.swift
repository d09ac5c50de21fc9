/// One part of a stage's work on assets. It is immutable; its state is in a ``StepInstance``.
public protocol Step: Sendable {
  /// The name in reports and `explain`.
  var name: String { get }
  /// The order in which the step needs to see assets.
  var ordering: StepOrdering { get }
  /// The facets that the step is known to read.
  var facets: FacetSet { get }

  /// The work on all bytes of each asset that comes to it, in order.
  var works: [ItemWork] { get }

  /// A Boolean value that indicates whether it may read the headers of most assets that come to it.
  var readsHeaders: Bool { get }
  /// A Boolean value that indicates whether it may drop most assets, so that reading ahead for
  /// later steps is wasteful.
  var isSelective: Bool { get }
  /// The details of the step for `explain`; empty if the name is enough.
  var detail: String { get }

  /// The traits of the step.
  var traits: StepTraits { get }

  /// Returns the step for one run; a step whose workers share state makes new state.
  func forRun() -> any Step

  /// Returns a new instance of the step for a thread.
  func makeWorker(in lane: WorkerContext) throws -> any StepInstance
}

extension Step {
  public var facets: FacetSet { [] }
  public var works: [ItemWork] { facets.contains(.digest) ? [.hash] : [] }
  public var readsHeaders: Bool { facets.contains(.header) }
  public var isSelective: Bool { false }
  public var detail: String { "" }
  public var traits: StepTraits { StepTraits() }
  public func forRun() -> any Step { self }
}

/// The traits of a step, by which the planner and the run decide. They never use a step's name.
public struct StepTraits: Sendable {
  /// The order of the assets, if sorting is all that the step does.
  public var order: [SortKey]
  /// The slice of the assets that pass, if limiting is all that the step does.
  public var slice: Slice?
  /// The fields that the result for an asset depends on; nil if it depends on anything else.
  public var decidingFields: FieldSet?
  /// True if it takes a whole fetch and returns its changes.
  public var observes: Bool
  /// The program that gets the records so far and divides the run; nil for all other steps.
  public var program: ProgramCall?
  /// The tests of a `when` of a program: records of other assets bypass it.
  package var condition: AssetPredicate?
  /// The condition under which the step has effects outside of the run.
  package var acts: Acting
  /// The condition of the assets that it may act on; others skip it. Nil for all assets.
  package var consent: Consent?
  /// The reason why it drops an asset, for a step that decides by other assets; nil for all others.
  package var dropReason: String?
  /// A Boolean value that indicates whether it compares assets that share a property, such as their
  /// content.
  package var comparesAssets = false
  /// A Boolean value that indicates whether it looks for assets with the same bytes.
  package var comparesContents = false
  /// A Boolean value that indicates whether a program decides about the assets.
  package var startsProgram = false
  /// A Boolean value that indicates whether it may have work even if no asset comes.
  package var hasBacklog = false
  /// The tests that an asset has to pass, if testing is all that the step does.
  package var tests: AssetPredicate?
  /// The question that it asks and whose answer may take long; nil for all other steps.
  package var question: Question?

  /// The traits of the step for some of the assets, without those that concern a whole fetch.
  var ofSomeAssets: StepTraits {
    var traits = self
    (traits.order, traits.slice, traits.decidingFields) = ([], nil, nil)
    (traits.observes, traits.tests) = (false, nil)
    return traits
  }

  /// A step's question.
  package struct Question: Sendable {
    /// The step that asks about all assets at once.
    package let joint: any Step
    /// The tests of the assets that it asks about; others skip it.
    package let tests: AssetPredicate

    package init(joint: any Step, about tests: AssetPredicate = .always) {
      self.joint = joint
      self.tests = tests
    }
  }

  /// The condition under which a step has effects outside of the run.
  package enum Acting: Sendable {
    case never, always
    /// If the user named a destination for the files that it makes.
    case onOutput
  }

  /// A range of the assets by their positions.
  public struct Slice: Hashable, Sendable {
    /// The number of assets that are skipped.
    public let offset: Int
    /// The maximal number; nil for all that are left.
    public let limit: Int?

    /// True if it contains all assets.
    package var isWhole: Bool { offset == 0 && limit == nil }

    public init(offset: Int, limit: Int?) {
      self.offset = offset
      self.limit = limit
    }
  }

  public init(
    order: [SortKey] = [], slice: Slice? = nil, decidingFields: FieldSet? = nil,
    observes: Bool = false, program: ProgramCall? = nil
  ) {
    self.init(
      order: order, slice: slice, decidingFields: decidingFields, observes: observes,
      program: program, acts: .never, consent: nil)
  }

  package init(
    order: [SortKey] = [], slice: Slice? = nil, decidingFields: FieldSet? = nil,
    observes: Bool = false, program: ProgramCall? = nil, acts: Acting, consent: Consent?,
    question: Question? = nil
  ) {
    self.order = order
    self.slice = slice
    self.decidingFields = decidingFields
    self.observes = observes
    self.program = program
    self.acts = acts
    self.consent = consent
    self.question = question
  }
}

/// The order in which a step needs to see assets: any, or that of the source.
public enum StepOrdering: Sendable {
  /// Batches may be processed in parallel, each by a different worker.
  case any
  /// One thread processes all batches, in source order.
  case source
}
