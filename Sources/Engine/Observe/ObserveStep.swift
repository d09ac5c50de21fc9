/// Takes the whole of a fetch and gives what changed of it, or all of it as inserted.
package struct ObserveStep: Step {
  private let since: String

  package init(since: String) {
    self.since = since
  }

  package var name: String { "observe" }
  package var ordering: StepOrdering { .source }
  /// A file's size and times tell its versions apart.
  package var facets: FacetSet { .stat }
  package var isSelective: Bool { !since.isEmpty }
  package var traits: StepTraits { StepTraits(observes: true) }
  package var detail: String {
    since.isEmpty ? "everything as inserted, and a token" : "changes since \(since), and a token"
  }

  package func makeWorker(in lane: Lane) -> any Worker {
    guard let observer = lane.context.observer else {
      preconditionFailure("a run whose plan observes a fetch has an observer")
    }
    return ObserveWorker(observer)
  }

  private final class ObserveWorker: Worker {
    private let observer: FetchObserver

    init(_ observer: FetchObserver) {
      self.observer = observer
    }

    func process(_ batch: inout Batch) throws {
      try batch.keep { try observer.isReported($0) }
      // What was removed comes first, so all has to be seen before anything is told.
      if !observer.isListing { batch.holdAll() }
    }

    func finish() -> [Asset] { observer.takeChanges() }
  }
}
