/// Keeps the assets for which a predicate holds; cheap tests are done first.
struct PredicateStep: Step {
  private let predicate: Predicate
  private let program: PredicateProgram
  private let fields: FieldTable

  /// - Parameter fields: what added fields are called.
  init(_ predicate: Predicate, _ fields: FieldTable = FieldTable()) {
    self.fields = fields
    self.predicate = predicate.cheapestFirst
    program = PredicateProgram(predicate)
  }

  var name: String { "filter" }
  var ordering: StepOrdering { .any }
  var detail: String { predicate.text(fields) }
  var traits: StepTraits { StepTraits(decidingFields: predicate.fields) }
  var facets: FacetSet { predicate.fields.facets }

  func makeWorker(in lane: Lane) -> any Worker { PredicateWorker(program) }

  private final class PredicateWorker: Worker {
    private let program: PredicateProgram

    init(_ program: PredicateProgram) {
      self.program = program
    }

    func process(_ batch: inout Batch) {
      batch.keep(matching: program)
    }
  }
}
