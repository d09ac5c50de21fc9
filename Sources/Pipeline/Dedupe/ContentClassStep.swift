/// Finds out in the lanes which assets have the same bytes; drops nothing yet.
struct ContentClassStep: Step {
  /// Shared by the lanes of one run.
  private let classes = ContentClasses()

  func forRun() -> any Step { ContentClassStep() }

  var name: String { "compare" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { .stat }

  func makeWorker(in lane: Lane) -> any Worker { ContentClassWorker(classes) }

  private final class ContentClassWorker: Worker {
    private let classes: ContentClasses
    private let comparison = ContentComparison()

    init(_ classes: ContentClasses) {
      self.classes = classes
    }

    func process(_ batch: inout Batch) {
      batch.keep { asset in
        guard let found = classes.find(asset, comparing: comparison) else { return false }
        let findings = asset.findingsForWriting()
        findings[ContentClass.self] = found
        findings.isLikelyDropped = found.isRepeated
        return true
      }
    }
  }
}
