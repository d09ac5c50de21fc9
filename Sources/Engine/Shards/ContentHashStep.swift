/// Hashes all bytes of assets, in the lanes. One that can't be read has no hash, and whoever compares it
/// says why.
struct ContentHashStep: Step {
  var name: String { "hash" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { .digest }

  func makeWorker(in lane: Lane) -> any Worker { ContentHashWorker() }

  private final class ContentHashWorker: Worker {
    func process(_ batch: inout Batch) {
      batch.keep { asset in
        _ = try? asset.digest(.sha256)
        return true
      }
    }
  }
}
