/// A step that takes all assets of a fetch and returns the changes, or all assets as inserted.
package struct ObserveStep: Step {
  private let since: String

  package init(since: String) {
    self.since = since
  }

  package var name: String { "observe" }
  package var ordering: StepOrdering { .source }
  /// The size and times of a file, which distinguish its versions.
  package var facets: FacetSet { .stat }
  package var isSelective: Bool { !since.isEmpty }
  package var traits: StepTraits { StepTraits(fetch: FetchBehaviour(observes: true)) }
  package var detail: String {
    since.isEmpty ? "everything as inserted, and a token" : "changes since \(since), and a token"
  }

  package func makeWorker(in worker: WorkerContext) -> any StepInstance {
    guard let observer = worker.context.observer else {
      preconditionFailure("a run whose plan observes a fetch has an observer")
    }
    return ObserveInstance(observer)
  }

  private final class ObserveInstance: StepInstance {
    private let observer: FetchObserver

    init(_ observer: FetchObserver) {
      self.observer = observer
    }

    func process(_ batch: inout Batch) throws {
      try batch.keep { try observer.isReported($0) }
      // Removals come first, so all assets have to be read before anything is reported.
      if !observer.isListing { batch.holdAll() }
    }

    func finish() -> [Asset] { observer.takeChanges() }
  }
}
