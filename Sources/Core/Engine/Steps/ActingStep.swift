/// A step of a stage that acts: it skips assets that the user did not accept.
struct ActingStep: Step {
  /// The step without tests.
  private let step: any Step
  /// The condition of the assets that it may act on; nil for all.
  private let consent: Consent?
  /// A Boolean value that indicates whether it acts only if the user named a destination for the
  /// files that it makes.
  private let isForOutput: Bool
  /// The names of the added fields.
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

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    guard let consent, !isForOutput || worker.context.hasOutput else {
      return try step.makeWorker(in: worker)
    }
    return try ConditionalStep(step, when: consent.tests, fields).makeWorker(in: worker)
  }
}
