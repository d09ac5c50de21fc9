/// Drops an asset whose bytes are those of one that came before it in the run.
struct UniqueContentStep: Step {
  var name: String { "dedupe" }
  var ordering: StepOrdering { .source }
  var facets: FacetSet { [.stat] }

  func makeWorker(in lane: Lane) -> any Worker { UniqueContentWorker() }

  private final class UniqueContentWorker: Worker {
    private let index = ContentIndex()

    func process(_ batch: inout Batch) {
      batch.keep { index.isFirst($0) }
    }
  }
}
