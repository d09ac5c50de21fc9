/// Hashes all bytes of assets, in the lanes. One that can't be read gets no hash, and fails in
/// the step that compares it.
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
