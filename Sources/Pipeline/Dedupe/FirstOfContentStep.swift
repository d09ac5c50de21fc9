/// Lets the first asset of each content through, in source order.
struct FirstOfContentStep: Step {
  var name: String { "dedupe" }
  var ordering: StepOrdering { .source }

  func makeWorker(in lane: Lane) -> any Worker { FirstOfContentWorker() }

  private final class FirstOfContentWorker: Worker {
    private var seen: Set<Int> = []

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        guard let content = asset.findings?[ContentClass.self] else { return true }
        return seen.insert(content.number).inserted
      }
    }
  }
}
