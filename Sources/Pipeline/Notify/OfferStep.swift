/// Notes the question that is asked when the asset's turn comes.
struct OfferStep: Step {
  let offer: Offer

  init(_ offer: Offer) {
    self.offer = offer
  }

  var name: String { "notify" }
  var ordering: StepOrdering { .any }
  var detail: String { "\"\(offer.title)\", for \(offer.dismissAfter) ms" }

  func makeWorker(in lane: Lane) -> any Worker { OfferWorker(offer) }

  private final class OfferWorker: Worker {
    private let offer: Offer

    init(_ offer: Offer) {
      self.offer = offer
    }

    func process(_ batch: inout Batch) {
      for asset in batch.survivors { asset.findingsForWriting().offer = offer }
    }
  }
}
