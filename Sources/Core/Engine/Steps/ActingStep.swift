/// A step that acts only on assets that were not offered or that the user accepted.
struct ActingStep: WrappingStep {
  let step: any Step
  let consent: Consent?
  let condition: ActingCondition
  let fields: FieldTable

  var traits: StepTraits {
    var traits = step.traits
    traits.fetch = FetchBehaviour()
    traits.action.condition = condition
    traits.action.consent = consent
    return traits
  }

  func forRun() -> any Step {
    ActingStep(step: step.forRun(), consent: consent, condition: condition, fields: fields)
  }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    guard let consent, condition.holds(hasOutput: worker.context.output.isNamed) else {
      return try step.makeWorker(in: worker)
    }
    return try ConditionalStep(step, when: consent.tests, fields).makeWorker(in: worker)
  }
}
