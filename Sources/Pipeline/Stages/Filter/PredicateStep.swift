/// Keeps the assets for which a predicate holds; cheap tests are done first.
struct PredicateStep: Step {
  let predicate: Predicate

  init(_ predicate: Predicate) {
    self.predicate = predicate.cheapestFirst
  }

  var name: String { "filter" }
  var ordering: StepOrdering { .any }
  var detail: String { predicate.description }
  var facets: Set<Facet> { Set(predicate.fields.map(\.facet)) }

  func makeWorker(in lane: Lane) -> any Worker { PredicateWorker(predicate) }

  private final class PredicateWorker: Worker {
    private let predicate: Predicate

    init(_ predicate: Predicate) {
      self.predicate = predicate
    }

    func process(_ batch: inout Batch) {
      batch.keep { predicate.matches($0) }
    }
  }
}
