/// Offers assets one after the other, in their order: claims each, asks, and passes on those that
/// were accepted. Without a notifier, passing an asset on counts as the offer. A later stage's
/// failure does not undo an answer.
struct OfferStep: Step {
  let settings: OfferSettings

  var name: String { "notify" }
  var ordering: StepOrdering { .source }
  var isSelective: Bool { true }
  var detail: String { settings.summary(about: 1) }
  var traits: StepTraits {
    settings.program == nil
      ? StepTraits(
        question: StepQuestion(joint: GroupOfferStep(settings: settings, letsChoose: true)))
      : StepTraits()
  }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    OfferInstance(OfferSession(settings: settings, context: worker.context))
  }

  private final class OfferInstance: StepInstance {
    private let session: OfferSession
    private let program: OfferProgram?
    /// The number of assets so far.
    private var number = 0
    /// The number of all assets, once no more can arrive.
    private var count: Int?

    init(_ session: OfferSession) {
      self.session = session
      program = session.settings.program.map { OfferProgram($0, in: session.context) }
    }

    private var context: RunContext { session.context }

    /// One asset at a time, so that no other asset is claimed while a question waits.
    var pieceSize: Int? {
      context.services.notifier == nil && program == nil || context.request.isDryRun ? nil : 1
    }

    func expect(_ count: Int) { self.count = number + count }

    func process(_ batch: inout Batch) throws { try session.deliver(&batch) }

    func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
      for asset in piece {
        if context.cancellation.isCancelled { throw RunProblem.cancelled }
        number += 1
        var batch = Batch(ordinal: 0, assets: [asset])
        batch.keep(verdicts: try session.claim([asset]))
        if batch.count > 0 {
          let answers = try session.ask([asset]) { [try answer(about: asset)] }
          batch.keep(verdicts: answers.map { session.settings.passes($0.outcome) })
        }
        try handOn(batch)
      }
    }

    private func answer(about asset: Asset) throws -> OfferAnswer {
      let offer = session.offer(of: asset, place: place, hasPicture: program == nil)
      if let program {
        return try program.answer(about: asset, offer, until: session.settings.deadline)
      }
      return try context.services.notifier?.answer(to: offer, until: session.settings.deadline)
        ?? OfferAnswer(.delivered)
    }

    private var place: Offer.Place? {
      count.flatMap { $0 > 1 ? Offer.Place(number, of: $0) : nil }
    }
  }
}
