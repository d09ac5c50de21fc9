/// Drops what a memory holds already, and reserves the rest in memory.
///
/// The durable claim waits for the offer, or for the record where nothing is offered, so that what a
/// later stage drops before that stays new.
struct MemoryStep: Step {
  let algorithm: DigestAlgorithm
  let memory: String

  var name: String { "memory" }
  var ordering: StepOrdering { .source }
  var isSelective: Bool { true }
  var detail: String { "\"\(memory)\", by \(algorithm.rawValue)" }
  var facets: FacetSet { [.digest] }
  var traits: StepTraits {
    var traits = StepTraits()
    traits.dropReason = "the memory holds its content already"
    return traits
  }

  func makeWorker(in lane: Lane) -> any Worker {
    MemoryWorker(algorithm, memory, offers: lane.context.offers)
  }

  private final class MemoryWorker: Worker {
    private let algorithm: DigestAlgorithm
    private let memory: String
    private let offers: OfferDesk
    private var seen: Set<ContentDigest> = []

    init(_ algorithm: DigestAlgorithm, _ memory: String, offers: OfferDesk) {
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
        asset.findingsForWriting()[Remembrance.self] = Remembrance(memory: memory, digest: digest)
      }
      batch.keep(verdicts: verdicts)
    }

    private func digest(of asset: Asset) -> ContentDigest? {
      do {
        return try asset.digest(algorithm)
      } catch {
        asset.fail(stage: "dedupe", error.reason)
        return nil
      }
    }
  }
}
