/// Assets that wait for a question to the user, and the steps that follow. Passed from the thread
/// that watches to the one that asks.
struct WaitingOffers: Sendable {
  let run: PipelineRun
  /// The steps from the question on.
  let steps: [any Step]
  /// The same steps with one question about all assets.
  let joint: [any Step]
  var assets: [Asset]
  let origin: ObjectIdentifier
}

/// A queue of offers that wait for an answer while more assets arrive. Each is asked about by
/// itself; one joint question is about those beyond the queue's length. Safe from any thread; a
/// thread of its own asks the questions.
package final class OfferQueue: Sendable {
  private let state = Monitor(State())
  private let bound: Int
  private let finished: @Sendable (Result<RunReport, any Error>) -> Void

  private struct State {
    var waiting: [WaitingOffers] = []
    /// The offers that came when the queue was full, combined for each rule.
    var surplus: [WaitingOffers] = []
    var isBusy = false
    var hasFailed = false
    var isOver = false
  }

  /// The maximal number of assets in one question. Adding more waits until it was asked.
  private static let mostTogether = 10_000

  /// - Parameters:
  ///   - bound: The maximal number of offers that wait for a question of their own.
  ///   - finished: Called by the thread that asks, with the result of each.
  package init(
    bound: Int = 16, finished: @escaping @Sendable (Result<RunReport, any Error>) -> Void
  ) {
    self.bound = bound
    self.finished = finished
  }

  /// Starts the thread that asks, to be joined after ``end()``; nil when the system has none left.
  package func start() -> WorkerThread? { WorkerThread { self.askAll() } }

  /// Ends once the current question is answered; waiting offers are not asked about.
  package func end() { state.update { $0.isOver = true } }

  /// True if all offers were settled; never after one failed, with which the next start catches up.
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

/// Returns gathered assets in one batch.
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
