/// Drops assets whose content is in the rule's `memory` in the ledger, and reserves others in RAM.
/// The ledger's claim is made with the offer, or with the record if nothing is offered: an asset
/// that a later stage drops before that stays new.
struct SeenBeforeStep: Step {
  let algorithm: DigestAlgorithm
  let memory: String

  var name: String { "memory" }
  var ordering: StepOrdering { .source }
  var isSelective: Bool { true }
  var detail: String { "\"\(memory)\", by \(algorithm.rawValue)" }
  var facets: FacetSet { [.digest] }
  var traits: StepTraits {
    StepTraits(comparison: AssetComparison(dropReason: "the memory holds its content already"))
  }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    SeenBeforeInstance(algorithm, memory, offers: worker.context.services.offers)
  }

  private final class SeenBeforeInstance: StepInstance {
    private let algorithm: DigestAlgorithm
    private let memory: String
    private let offers: OfferClaims
    private var seen: Set<ContentDigest> = []

    init(_ algorithm: DigestAlgorithm, _ memory: String, offers: OfferClaims) {
      self.algorithm = algorithm
      self.memory = memory
      self.offers = offers
    }

    func process(_ batch: inout Batch) throws {
      var digests: [ContentDigest] = []
      batch.keep { asset in
        guard let digest = digest(of: asset) else { return false }
        digests.append(digest)
        return true
      }
      guard !digests.isEmpty else { return }
      let remembered = try offers.isRemembered(digests, memory: memory)
      let verdicts = zip(digests, remembered).map { !$1 && seen.insert($0).inserted }
      for (asset, digest) in zip(batch.survivors, digests) {
        asset.findingsForWriting()[LedgerKey.self] = LedgerKey(memory: memory, digest: digest)
      }
      batch.keep(verdicts: verdicts)
    }

    private func digest(of asset: Asset) -> ContentDigest? {
      // A file that is still being written has other content in a moment.
      guard asset.originalState != .beingWritten else { return nil }
      do {
        return try asset.digest(algorithm)
      } catch {
        asset.fail(stage: "dedupe", error.reason)
        return nil
      }
    }
  }
}
