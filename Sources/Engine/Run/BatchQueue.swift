/// Hands batches from the lanes to the one who needs them in source order.
///
/// Bounded: a lane may only take a new piece of the source while few batches are on their way, so
/// that a slow end of the pipeline holds the lanes back.
final class BatchQueue: Sendable {
  private let monitor: Monitor<State>

  private struct State {
    var ready: [Int: Batch] = [:]
    var due = 0
    var underway = 0
    var busyLanes: Int
    var isStopped = false
    var failure: (any Error)?
    var tallies: [[StepTally]] = []
  }

  private let window: Int

  /// - Parameter window: how many batches may be on their way.
  init(lanes: Int, window: Int) {
    self.window = window
    monitor = Monitor(State(busyLanes: lanes))
  }

  /// Waits until another batch may be begun; false when the run is over.
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

  /// A lane has nothing more to do.
  func retire(_ tallies: [StepTally], failure: (any Error)? = nil) {
    monitor.update { state in
      state.busyLanes -= 1
      state.tallies.append(tallies)
      if let failure {
        if state.failure == nil { state.failure = failure }
        state.isStopped = true
      }
    }
  }

  /// Lets no further batch be begun.
  func stop() {
    monitor.update { $0.isStopped = true }
  }

  /// The next batch in order; nil when no more will come.
  ///
  /// - Throws: the error that ended a lane.
  func next() throws -> Batch? {
    let outcome: Result<Batch?, any Error> = monitor.wait { state in
      if let failure = state.failure { return .failure(failure) }
      if let batch = state.ready.removeValue(forKey: state.due) {
        state.due += 1
        state.underway -= 1
        return .success(batch)
      }
      return state.busyLanes == 0 ? .success(nil) : nil
    }
    return try outcome.get()
  }

  /// What the lanes' steps counted, once all lanes retired.
  var laneTallies: [[StepTally]] { monitor.read { $0.tallies } }
}
