internal import Platform
internal import Synchronization

/// How long each step of a run worked, in all lanes together; safe from any thread.
package final class StepTimes: StepObserver {
  private let times = Lock<[Int?: Duration]>([:])

  package init() {}

  package func note(_ work: StepWork) {
    times.withLock { $0[work.place, default: .zero] += work.duration }
  }

  /// - Parameter place: the step's place in the run; nil for the source.
  package func time(ofStep place: Int?) -> Duration { times.withLock { $0[place] } ?? .zero }
}
