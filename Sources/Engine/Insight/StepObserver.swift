/// Is told what the steps of a run do; safe from any thread.
///
/// A run without one pays nothing for it.
package protocol StepObserver: AnyObject, Sendable {
  /// Told once, before anything is read, what the steps are.
  func begin(_ steps: [any Step])

  /// A step worked on assets.
  func note(_ work: StepWork)

  /// Whether it wants to know what becomes of an asset.
  func follows(_ asset: Asset) -> Bool

  /// Told before a step works on an asset that it follows.
  ///
  /// - Parameter position: the asset's place, from 1, among those that came to the step.
  func meets(_ asset: Asset, at place: Int, position: Int)

  /// Told what became of it there.
  func note(_ fate: StepFate, of asset: Asset, at place: Int)
}

extension StepObserver {
  package func begin(_ steps: [any Step]) {}
  package func note(_ work: StepWork) {}
  package func follows(_ asset: Asset) -> Bool { false }
  package func meets(_ asset: Asset, at place: Int, position: Int) {}
  package func note(_ fate: StepFate, of asset: Asset, at place: Int) {}
}

/// One piece of a step's work.
package struct StepWork: Sendable {
  /// The step's place in the run; nil for the source.
  package let place: Int?
  package let start: ContinuousClock.Instant
  /// Without what the steps behind it did meanwhile.
  package let duration: Duration
  package let entered: Int
  package let passed: Int
  package let failed: Int
}

/// What became of an asset in a step.
package enum StepFate: Sendable, Hashable {
  case passed, dropped, failed
}

/// Who observes the steps of a run.
package struct StepObservation: RunResource {
  package let observer: any StepObserver

  package init(_ observer: any StepObserver) {
    self.observer = observer
  }
}

extension RunContext {
  /// Who observes the steps of the run; nil for nobody.
  package var stepObserver: (any StepObserver)? {
    get { resources[StepObservation.self]?.observer }
    set { resources[StepObservation.self] = newValue.map(StepObservation.init) }
  }
}
