/// Assets that wait for a question to the user, and the remaining steps. Passed from the thread
/// that watches to the one that asks.
struct WaitingOffers: Sendable {
  let run: PipelineRun
  let steps: [any Step]
  /// The steps from the question on, with one question about all assets.
  let joint: [any Step]
  var assets: [Asset]
  /// The arrivals that the assets came with, to be evaluated again if the offer fails.
  var arrivals: [Arrivals]
  let origin: ObjectIdentifier
  let activity: WatchActivity
}

/// Arrivals whose offer failed for a reason that may pass, such as a full disk.
package struct FailedOffers: Sendable {
  package let arrivals: [Arrivals]
  /// The moment, the rule's `now`, for which the rule evaluated the arrivals.
  package let now: Instant
  /// The rule's events and waiting assets, which all versions of the rule share.
  package let activity: WatchActivity
}

/// A queue of offers that wait for an answer while more assets arrive. Each offer is a question of
/// its own, and as many are shown side by side as the notifier can; each answer frees a place. When
/// more wait than there are places, all that wait of one rule become one question. A notifier that
/// shows one question after the other gets single ones up to the queue's length, and one about those
/// beyond. Safe from any thread; threads of its own ask the questions.
package final class OfferQueue: Sendable {
  private let state = Monitor(State())
  private let turns = OfferTurns()
  private let places: @Sendable () -> Int
  private let finished: @Sendable (Result<RunReport, any Error>) -> Void

  private struct State {
    var waiting: [Entry] = []
    /// The number of questions that are shown, or whose assets are on their way through the rule.
    var asked = 0
    var failed: [FailedOffers] = []
    /// True if an offer failed with an error that evaluating it again would not mend.
    var hasFailed = false
    var isOver = false
  }

  private struct Entry {
    var offers: WaitingOffers
    /// True if one question is asked about all assets.
    var isJoint = false
  }

  /// The maximal number of assets in one question. Further assets wait until it is answered.
  private static let mostTogether = 10_000
  /// The maximal number of offers that wait for a question of their own where only one is shown.
  private static let length = 16

  /// - Parameters:
  ///   - notifier: The notifier of the runs.
  ///   - finished: Called by a thread that asks, with the result of each question.
  package init(
    for notifier: (any Notifier)?,
    finished: @escaping @Sendable (Result<RunReport, any Error>) -> Void
  ) {
    let notifier = notifier as? any ConcurrentNotifier
    places = { max(1, notifier?.mostAtOnce ?? 1) }
    self.finished = finished
  }

  /// Starts the threads that ask, to be joined after ``end()``; none if the system can't create them.
  package func start() -> [WorkerThread] {
    (0..<places()).compactMap { _ in WorkerThread { self.askAll() } }
  }

  /// Ends the queue after the current questions; waiting offers are not shown.
  package func end() { state.update { $0.isOver = true } }

  /// True if no offer waits for an outcome.
  package var isIdle: Bool {
    state.read { $0.waiting.isEmpty && $0.asked == 0 && $0.failed.isEmpty }
  }

  /// True if all offers have an outcome; never after one failed for good, so that the next start
  /// catches up.
  package var isDone: Bool { isIdle && state.read { !$0.hasFailed } }

  /// Removes and returns the arrivals to be evaluated again.
  package func takeFailed() -> [FailedOffers] {
    // A change wakes the threads that ask.
    if state.read(\.failed.isEmpty) { return [] }
    return state.update { state in
      defer { state.failed = [] }
      return state.failed
    }
  }

  func add(_ offers: WaitingOffers) {
    let places = places()
    state.wait { state in
      if state.isOver { return () }
      let own = state.waiting.indices.filter { state.waiting[$0].offers.origin == offers.origin }
      if let joint = own.first(where: { state.waiting[$0].isJoint }) {
        guard state.waiting[joint].offers.assets.count < Self.mostTogether else { return nil }
        state.waiting[joint].offers.assets += offers.assets
        state.waiting[joint].offers.arrivals += offers.arrivals
      } else if places > 1, own.count >= places {
        let assets = own.flatMap { state.waiting[$0].offers.assets } + offers.assets
        state.waiting[own[0]].offers.arrivals =
          own.flatMap { state.waiting[$0].offers.arrivals } + offers.arrivals
        state.waiting[own[0]].offers.assets = assets
        state.waiting[own[0]].isJoint = true
        for place in own.dropFirst().reversed() { state.waiting.remove(at: place) }
      } else {
        let isBeyond = places == 1 && state.waiting.count >= Self.length
        state.waiting.append(Entry(offers: offers, isJoint: isBeyond))
      }
      return ()
    }
  }

  private func askAll() {
    while let entry = next() {
      let offers = entry.offers
      let result = turns.take { turn in
        Result {
          try offers.run.with(turn).finish(
            entry.isJoint ? offers.joint : offers.steps, of: GatheredReader(offers.assets),
            until: Cancellation())
        }
      }
      offers.run.context.resources.endEvaluation()
      state.update { state in
        state.asked -= 1
        guard case .failure(let error) = result else { return }
        if error.mayPass {
          state.failed.append(
            FailedOffers(
              arrivals: offers.arrivals, now: offers.run.context.request.now,
              activity: offers.activity))
        } else {
          state.hasFailed = true
        }
      }
      offers.activity.addWaiting(-offers.assets.count)
      if case .failure(let error) = result { offers.activity.noteError("\(error)") }
      finished(result)
    }
  }

  private func next() -> Entry? {
    state.wait { state -> Entry?? in
      if state.isOver { return .some(nil) }
      guard !state.waiting.isEmpty, state.asked < places() else { return nil }
      state.asked += 1
      return state.waiting.removeFirst()
    }
  }
}

extension Error {
  /// True if an evaluation that failed with this error may succeed later.
  package var mayPass: Bool {
    if let problem = self as? RunProblem, case .cancelled = problem { return false }
    return !(self is RuleProblem) && !(self is RuleProblems)
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
