/// A step that acts only on assets that were not offered or that the user accepted.
struct ActingStep: WrappingStep {
  let step: any Step
  private let consent: Consent?
  private let condition: ActingCondition
  private let fields: FieldTable

  init(
    _ step: any Step, with consent: Consent?, _ condition: ActingCondition, _ fields: FieldTable
  ) {
    self.step = step
    self.consent = consent
    self.condition = condition
    self.fields = fields
  }

  var traits: StepTraits {
    var traits = step.traits
    traits.fetch = FetchBehaviour()
    traits.action.condition = condition
    traits.action.consent = consent
    return traits
  }

  func forRun() -> any Step {
    ActingStep(step.forRun(), with: consent, condition, fields)
  }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    guard let consent, condition.holds(hasOutput: worker.context.output.isNamed) else {
      return try step.makeWorker(in: worker)
    }
    return try ConditionalStep(step, when: consent.tests, fields).makeWorker(in: worker)
  }
}
