/// A queue of batches from the workers to one consumer, in source order. A worker may start a batch
/// only while few are in progress, so that a slow consumer slows the workers down.
final class BatchQueue: Sendable {
  private let monitor: Monitor<State>

  private struct State {
    var ready: [Int: Batch] = [:]
    var due = 0
    var underway = 0
    var busyWorkers: Int
    var isStopped = false
    var failure: (any Error)?
    var tallies: [[StepTally]] = []
  }

  private let window: Int

  /// - Parameter window: The maximal number of batches in progress.
  init(lanes: Int, window: Int) {
    self.window = window
    monitor = Monitor(State(busyWorkers: lanes))
  }

  /// Waits until another batch may be started; returns false when the run is over.
  func admit() -> Bool {
    monitor.wait { state in
      if state.isStopped { return false }
      guard state.underway < window else { return nil }
      state.underway += 1
      return true
    }
  }

  func deliver(_ batch: Batch) {
    monitor.update { $0.ready[batch.ordinal] = batch }
  }

  func retire(_ tallies: [StepTally], failure: (any Error)? = nil) {
    monitor.update { state in
      state.busyWorkers -= 1
      state.tallies.append(tallies)
      if let failure {
        if state.failure == nil { state.failure = failure }
        state.isStopped = true
      }
    }
  }

  func stop() {
    monitor.update { $0.isStopped = true }
  }

  func next() throws -> Batch? {
    let outcome: Result<Batch?, any Error> = monitor.wait { state in
      if let failure = state.failure { return .failure(failure) }
      if let batch = state.ready.removeValue(forKey: state.due) {
        state.due += 1
        state.underway -= 1
        return .success(batch)
      }
      return state.busyWorkers == 0 ? .success(nil) : nil
    }
    return try outcome.get()
  }

  var workerTallies: [[StepTally]] { monitor.read { $0.tallies } }
}
