/// Assets that wait for a question to the user, and the remaining steps. Passed from the thread
/// that watches to the one that asks.
struct WaitingOffers: Sendable {
  let run: PipelineRun
  let steps: [any Step]
  /// The steps from the question on, with one question about all assets.
  let joint: [any Step]
  var assets: [Asset]
  let origin: ObjectIdentifier
}

/// A queue of offers that wait for an answer while more assets arrive. Each offer is a question of
/// its own; those beyond the queue's length are combined into one question. Safe from any thread; a
/// thread of its own asks the questions.
package final class OfferQueue: Sendable {
  private let state = Monitor(State())
  private let bound: Int
  private let finished: @Sendable (Result<RunReport, any Error>) -> Void

  private struct State {
    var waiting: [WaitingOffers] = []
    var surplus: [WaitingOffers] = []
    var isBusy = false
    var hasFailed = false
    var isOver = false
  }

  /// The maximal number of assets in one question. Further assets wait until it is answered.
  private static let mostTogether = 10_000

  /// - Parameters:
  ///   - bound: The maximal number of offers that wait for their own question.
  ///   - finished: Called by the thread that asks, with the result of each question.
  package init(
    bound: Int = 16, finished: @escaping @Sendable (Result<RunReport, any Error>) -> Void
  ) {
    self.bound = bound
    self.finished = finished
  }

  /// Starts the thread that asks, to be joined after ``end()``; nil if it can't be created.
  package func start() -> WorkerThread? { WorkerThread { self.askAll() } }

  /// Ends the queue after the current question; waiting offers are not shown.
  package func end() { state.update { $0.isOver = true } }

  /// True if all offers have an outcome; never after an error, so that the next start catches up.
  package var isDone: Bool {
    state.read { $0.waiting.isEmpty && $0.surplus.isEmpty && !$0.isBusy && !$0.hasFailed }
  }

  func add(_ offers: WaitingOffers) {
    state.wait { state in
      if state.isOver { return () }
      // Earlier offers of the rule go first.
      if let place = state.surplus.firstIndex(where: { $0.origin == offers.origin }) {
        guard state.surplus[place].assets.count < Self.mostTogether else { return nil }
        state.surplus[place].assets += offers.assets
      } else if state.waiting.count >= bound {
        state.surplus.append(offers)
      } else {
        state.waiting.append(offers)
      }
      return ()
    }
  }

  private func askAll() {
    while let (offers, isJoint) = next() {
      let reading = Cancellation()
      let result = Result {
        try offers.run.finish(
          isJoint ? offers.joint : offers.steps, of: GatheredReader(offers.assets),
          until: reading)
      }
      offers.run.context.resources.endEvaluation()
      finished(result)
      state.update { state in
        state.isBusy = false
        if case .failure = result { state.hasFailed = true }
      }
    }
  }

  private func next() -> (WaitingOffers, isJoint: Bool)? {
    state.wait { state -> (WaitingOffers, isJoint: Bool)?? in
      if state.isOver { return .some(nil) }
      let isJoint = state.waiting.isEmpty
      guard !state.waiting.isEmpty || !state.surplus.isEmpty else { return nil }
      state.isBusy = true
      return (isJoint ? state.surplus.removeFirst() : state.waiting.removeFirst(), isJoint)
    }
  }
}

final class GatheredReader: AssetReader {
  private var assets: [Asset]

  init(_ assets: [Asset]) {
    self.assets = assets
  }

  var isAtEnd: Bool { assets.isEmpty }

  func next() -> PendingBatch? {
    guard !assets.isEmpty else { return nil }
    let batch = assets
    assets = []
    return PendingBatch { batch }
  }
}
