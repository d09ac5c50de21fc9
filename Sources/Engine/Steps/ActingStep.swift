/// A step of a stage that acts: it leaves alone what the user did not take.
struct ActingStep: Step {
  /// The step without tests.
  private let step: any Step
  /// Nil where it may act on all.
  private let consent: Consent?
  /// Whether it acts only where the user named a place for what it makes.
  private let isForOutput: Bool
  /// What added fields are called.
  private let fields: FieldTable

  init(_ step: any Step, with consent: Consent?, isForOutput: Bool, _ fields: FieldTable) {
    self.step = step
    self.consent = consent
    self.isForOutput = isForOutput
    self.fields = fields
  }

  var name: String { step.name }
  var ordering: StepOrdering { step.ordering }
  var facets: FacetSet { step.facets }
  var works: [ItemWork] { step.works }
  var isSelective: Bool { step.isSelective }
  var detail: String { step.detail }
  var traits: StepTraits {
    var traits = step.traits.ofSomeAssets
    traits.acts = isForOutput ? .onOutput : .always
    traits.consent = consent
    return traits
  }

  func forRun() -> any Step {
    ActingStep(step.forRun(), with: consent, isForOutput: isForOutput, fields)
  }

  func makeWorker(in lane: Lane) throws -> any Worker {
    guard let consent, !isForOutput || lane.context.hasOutput else {
      return try step.makeWorker(in: lane)
    }
    return try ConditionalStep(step, when: consent.tests, fields).makeWorker(in: lane)
  }
}
