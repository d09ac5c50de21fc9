/// Assets that wait until the user is asked about them, and what is done then.
///
/// Handed from the thread that watches to the one that asks.
struct WaitingOffers: Sendable {
  let run: PipelineRun
  /// The steps from the question on.
  let steps: [any Step]
  /// The same with one question about all.
  let joint: [any Step]
  var assets: [Asset]
  /// The rule that it is of.
  let origin: ObjectIdentifier
}

/// Where offers wait for their turn while more arrives: each is asked by itself, and what more comes
/// than the line holds is asked about by one question.
///
/// Safe from any thread; questions are asked by a thread of its own.
package final class OfferLine: Sendable {
  private let state = Monitor(State())
  private let bound: Int
  private let finished: @Sendable (Result<RunReport, any Error>) -> Void

  private struct State {
    var waiting: [WaitingOffers] = []
    /// What came when the line was full, for each rule.
    var surplus: [WaitingOffers] = []
    var isBusy = false
    var hasFailed = false
    var isOver = false
  }

  /// So many wait for one question at most; whoever brings more waits until it was asked.
  private static let mostTogether = 10_000

  /// - Parameters:
  ///   - bound: how many wait to be asked about one by one.
  ///   - finished: told, by the thread that asks, what became of each.
  package init(
    bound: Int = 16, finished: @escaping @Sendable (Result<RunReport, any Error>) -> Void
  ) {
    self.bound = bound
    self.finished = finished
  }

  /// Starts to ask.
  ///
  /// - Returns: the thread, to be joined after ``end()``; nil when the system has none left.
  package func start() -> LaneThread? { LaneThread { self.askAll() } }

  /// Ends once the question at hand was answered; what waits is not asked about.
  package func end() { state.update { $0.isOver = true } }

  /// Whether all offers were settled; never again once one failed, which the next start may catch up
  /// with.
  package var isDone: Bool {
    state.read { $0.waiting.isEmpty && $0.surplus.isEmpty && !$0.isBusy && !$0.hasFailed }
  }

  func add(_ offers: WaitingOffers) {
    state.wait { state in
      if state.isOver { return () }
      // What came before goes first.
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
