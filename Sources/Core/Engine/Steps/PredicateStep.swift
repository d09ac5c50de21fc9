/// A step that passes the assets for which a predicate holds; it does cheap tests first.
package struct PredicateStep: Step {
  private let predicate: AssetPredicate
  private let program: PredicateProgram
  private let fields: FieldTable
  package let traits: StepTraits
  package let facets: FacetSet

  /// - Parameter fields: The names of the added fields.
  package init(_ predicate: AssetPredicate, _ fields: FieldTable = FieldTable()) {
    self.fields = fields
    self.predicate = predicate.cheapestFirst
    program = PredicateProgram(predicate)
    traits = .testing(self.predicate)
    facets = self.predicate.fields.facets
  }

  package var name: String { "filter" }
  package var ordering: StepOrdering { .any }
  package var detail: String { predicate.text(fields) }

  package func makeWorker(in worker: WorkerContext) -> any StepInstance {
    let asksForDamage = predicate.fields.contains(.damage)
    return PredicateInstance(program, asksForDamage ? worker.context.unfinishedFiles : nil)
  }

  private final class PredicateInstance: StepInstance {
    private let program: PredicateProgram
    /// The tally of files that are still being written; nil if the tests don't read damage.
    private let unfinished: UnfinishedFiles?

    init(_ program: PredicateProgram, _ unfinished: UnfinishedFiles?) {
      self.program = program
      self.unfinished = unfinished
    }

    func process(_ batch: inout Batch) {
      let examined = unfinished == nil ? [] : Array(batch.survivors)
      batch.keep(matching: program)
      unfinished?.note(examined.count { $0.findings?.originalState == .beingWritten })
    }
  }
}
