/// Keeps the assets for which a predicate holds; cheap tests are done first.
package struct PredicateStep: Step {
  private let predicate: Predicate
  private let program: PredicateProgram
  private let fields: FieldTable

  /// - Parameter fields: what added fields are called.
  package init(_ predicate: Predicate, _ fields: FieldTable = FieldTable()) {
    self.fields = fields
    self.predicate = predicate.cheapestFirst
    program = PredicateProgram(predicate)
  }

  package var name: String { "filter" }
  package var ordering: StepOrdering { .any }
  package var detail: String { predicate.text(fields) }
  package var traits: StepTraits {
    var traits = StepTraits(decidingFields: predicate.fields)
    traits.tests = predicate
    return traits
  }
  package var facets: FacetSet { predicate.fields.facets }

  package func makeWorker(in lane: Lane) -> any Worker { PredicateWorker(program) }

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
