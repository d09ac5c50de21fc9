internal import Platform
internal import Synchronization

/// An observer of the work of a run's steps, called from any thread; runs without one lose no time.
package protocol StepObserver: AnyObject, Sendable {
  /// Called once before anything is read, with the steps of the run.
  func begin(_ steps: [any Step])

  /// Called after a step has worked on assets.
  func note(_ work: StepWork)

  /// Returns true if the observer wants to follow an asset.
  func follows(_ asset: Asset) -> Bool

  /// Called before a step processes a followed asset; `position`, from 1, is the asset's position
  /// among those that reached the step.
  func meets(_ asset: Asset, at place: Int, position: Int)

  /// Called with the result that a followed asset had in the step with the index `place`.
  func note(_ result: StepResult, of asset: Asset, at place: Int)
}

extension StepObserver {
  package func begin(_ steps: [any Step]) {}
  package func note(_ work: StepWork) {}
  package func follows(_ asset: Asset) -> Bool { false }
  package func meets(_ asset: Asset, at place: Int, position: Int) {}
  package func note(_ result: StepResult, of asset: Asset, at place: Int) {}
}

/// One piece of a step's work, for an observer.
package struct StepWork: Sendable {
  /// The step's index in the run; nil for the source.
  package let place: Int?
  /// The moment at which the work began.
  package let start: ContinuousClock.Instant
  /// The time that the step itself took, without the steps after it.
  package let duration: Duration
  /// The number of assets that the step got.
  package let entered: Int
  /// The number of assets that the step passed on.
  package let passed: Int
  /// The number of assets that failed in the step.
  package let failed: Int
}

/// The result of a step for an asset.
package enum StepResult: Sendable, Hashable {
  case passed, dropped, failed
}

/// The observer of a run's steps, as a ``RunResource``.
package struct StepObservation: RunResource {
  package let observer: any StepObserver
}

extension RunContext {
  /// The observer of the run's steps; nil for none.
  package var stepObserver: (any StepObserver)? {
    get { resources[StepObservation.self]?.observer }
    set { resources[StepObservation.self] = newValue.map(StepObservation.init) }
  }
}

/// The time that each step of a run took, summed over all workers; safe from any thread.
package final class StepTimes: StepObserver {
  private let times = Lock<[Int?: Duration]>([:])

  package init() {}

  package func note(_ work: StepWork) {
    times.withLock { $0[work.place, default: .zero] += work.duration }
  }

  /// Returns the time of the step with that index in the run, or of the source if it is nil.
  package func time(ofStep place: Int?) -> Duration { times.withLock { $0[place] } ?? .zero }
}
