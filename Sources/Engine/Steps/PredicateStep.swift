/// Keeps the assets for which a predicate holds; cheap tests are done first.
struct PredicateStep: Step {
  private let predicate: Predicate
  private let program: PredicateProgram

  init(_ predicate: Predicate) {
    self.predicate = predicate.cheapestFirst
    program = PredicateProgram(predicate)
  }

  var name: String { "filter" }
  var ordering: StepOrdering { .any }
  var detail: String { predicate.description }
  var decidingFields: FieldSet? { predicate.fields }
  var facets: FacetSet { predicate.fields.facets }

  func makeWorker(in lane: Lane) -> any Worker { PredicateWorker(program) }

  private final class PredicateWorker: Worker {
    private let program: PredicateProgram

    init(_ program: PredicateProgram) {
      self.program = program
    }

    func process(_ batch: inout Batch) {
      batch.keep { program.matches($0) }
    }
  }
}
