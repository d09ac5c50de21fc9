/// Drops what a memory holds already, and notes the rest to be entered when it is offered.
///
/// Entering waits until the offer is made, so that what a later stage drops is not remembered.
struct MemoryStep: Step {
  let algorithm: DigestAlgorithm
  let memory: String

  var name: String { "memory" }
  var ordering: StepOrdering { .source }
  var isSelective: Bool { true }
  var detail: String { "\"\(memory)\", by \(algorithm.rawValue)" }
  var facets: FacetSet { [.digest] }

  func makeWorker(in lane: Lane) -> any Worker {
    MemoryWorker(algorithm, memory, ledger: lane.context.ledger)
  }

  private final class MemoryWorker: Worker {
    private let algorithm: DigestAlgorithm
    private let memory: String
    private let ledger: LedgerAccess
    private var seen: Set<ContentDigest> = []

    init(_ algorithm: DigestAlgorithm, _ memory: String, ledger: LedgerAccess) {
      self.algorithm = algorithm
      self.memory = memory
      self.ledger = ledger
    }

    func process(_ batch: inout Batch) throws {
      var digests: [ContentDigest] = []
      batch.keep { asset in
        guard let digest = digest(of: asset) else { return false }
        digests.append(digest)
        return true
      }
      guard !digests.isEmpty else { return }
      let remembered =
        try ledger.existingLedger()?.isRemembered(digests, memory: memory)
        ?? digests.map { _ in false }
      let verdicts = zip(digests, remembered).map { !$1 && seen.insert($0).inserted }
      for (asset, digest) in zip(batch.survivors, digests) {
        asset.findingsForWriting().remembrance = Remembrance(memory: memory, digest: digest)
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
