/// Offers assets in their order: claims each, asks, and passes it on with the outcome.
///
/// Where there is nobody to ask, what is passed on is the offer. A later stage's failure does not undo
/// an answer.
struct OfferStep: Step {
  let title: String
  /// How long the question stays, in milliseconds.
  let duration: Int64

  var name: String { "notify" }
  var ordering: StepOrdering { .source }
  var isSelective: Bool { true }
  var detail: String { "\"\(title)\", for \(duration) ms" }

  func makeWorker(in lane: Lane) -> any Worker { OfferWorker(self, lane.context) }

  private final class OfferWorker: Worker {
    private let step: OfferStep
    private let context: RunContext

    init(_ step: OfferStep, _ context: RunContext) {
      self.step = step
      self.context = context
    }

    /// A question is asked on its own, so that no other asset is claimed while it waits.
    var pieceSize: Int? { context.notifier == nil || context.isDryRun ? nil : 1 }

    /// Passes assets on that nobody is asked about.
    func process(_ batch: inout Batch) throws {
      if context.isDryRun || batch.count == 0 { return }
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      let verdicts = try context.offers.claim(
        Array(batch.survivors), for: context.ruleName, at: context.now)
      batch.keep(verdicts: verdicts)
      for asset in batch.survivors { note(.delivered, on: asset) }
    }

    func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
      guard let notifier = context.notifier else { return }
      for asset in piece {
        if context.cancellation.isCancelled { throw RunProblem.cancelled }
        let isGranted = try context.offers.claim(
          [asset], for: context.ruleName, at: context.now)
        var batch = Batch(ordinal: 0, assets: [asset])
        batch.keep(verdicts: isGranted)
        if batch.count > 0 { try ask(asset, notifier) }
        try handOn(batch)
      }
    }

    private func ask(_ asset: Asset, _ notifier: any Notifier) throws {
      try context.offers.markOffered(asset, at: context.now)
      let deadline = ContinuousClock.now + .milliseconds(step.duration)
      let outcome = try notifier.offer(offer(of: asset), until: deadline)
      // The user has seen it, whatever becomes of it; who interrupts the question, too.
      if outcome != .delivered || context.cancellation.isCancelled {
        try context.offers.settle([asset], as: outcome, at: context.now)
      }
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      note(outcome, on: asset)
    }

    private func offer(of asset: Asset) -> Offer {
      var age: Int64?
      if case .date(let date) = asset.value(of: .creationDate) {
        age = context.now.milliseconds.subtractingReportingOverflow(date.milliseconds).partialValue
      }
      return Offer(
        title: step.title, subject: asset.string(of: .filename),
        path: asset.pathBytes.map { String(decoding: $0, as: UTF8.self) }, age: age,
        duration: step.duration)
    }

    private func note(_ outcome: Outcome, on asset: Asset) {
      asset.findingsForWriting()[Prompt.self] = Prompt(
        rule: context.ruleName, outcome: outcome, offeredAt: context.now)
    }
  }
}
