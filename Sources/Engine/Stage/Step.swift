/// One piece of a stage's work on assets; immutable, its state lives in the worker.
public protocol Step: Sendable {
  /// How reports and `explain` call it.
  var name: String { get }
  var ordering: StepOrdering { get }
  /// The facets that the step is known to read.
  var facets: FacetSet { get }

  /// What it does with all bytes of each asset that comes to it, in order.
  var works: [ItemWork] { get }

  /// Whether it may read the headers of most assets that come to it.
  var readsHeaders: Bool { get }
  /// Whether few assets may come through, so that reading ahead for those behind is wasteful.
  var isSelective: Bool { get }
  /// What the step does in particular, for `explain`; empty when the name says it all.
  var detail: String { get }

  /// What is special about the step.
  var traits: StepTraits { get }

  /// The step for one run; one whose lanes share something makes that anew.
  func forRun() -> any Step

  func makeWorker(in lane: Lane) throws -> any Worker
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

/// The traits of a step: the planner and the run decide by these, and by no step's name.
public struct StepTraits: Sendable {
  /// The order that the step puts assets in, when that is all it does.
  public var order: [SortKey]
  /// Which of the assets the step lets through, when that is all it does.
  public var slice: Slice?
  /// The fields that alone decide what it does with an asset; nil when something else does, too.
  public var decidingFields: FieldSet?
  /// True if it takes a whole fetch and gives what changed of it.
  public var observes: Bool
  /// The program that takes the records of what comes so far, where a run is cut; nil for all others.
  public var program: ProgramCall?
  /// The tests of a `when`, where the run is cut: records of other assets go past the program.
  package var condition: Predicate?
  /// When it does something outside of the run.
  package var acts: Acting
  /// Which assets it may act on; the others pass it by. Nil when that is all.
  package var consent: Consent?
  /// Why it leaves an asset out, for a step that decides by other assets; nil for all others.
  package var dropReason: String?
  /// Whether it judges assets together that have something in common, such as their content.
  package var comparesAssets = false
  /// Whether it looks for assets with the same bytes.
  package var comparesContents = false
  /// Whether a program decides what becomes of the assets.
  package var startsProgram = false
  /// Whether it has something to do also where no asset comes.
  package var hasBacklog = false
  /// The tests that an asset has to pass, where it lets through what passes and does nothing else.
  package var tests: Predicate?
  /// The question that it asks, which may wait for its answer; nil for all other steps.
  package var question: Question?

  /// The traits where others pass the step by: what it does to a whole fetch, it does no more.
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
    /// Which assets it asks about; the others pass it by.
    package let tests: Predicate

    package init(joint: any Step, about tests: Predicate = .always) {
      self.joint = joint
      self.tests = tests
    }
  }

  /// When a step does something outside of the run.
  package enum Acting: Sendable {
    case never, always
    /// Where the user named a place for what it makes.
    case onOutput
  }

  /// Some of the assets, by their places.
  public struct Slice: Hashable, Sendable {
    public let offset: Int
    /// Nil for all that are left.
    public let limit: Int?

    /// Whether it lets all through.
    var isWhole: Bool { offset == 0 && limit == nil }

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
