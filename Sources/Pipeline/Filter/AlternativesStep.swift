/// Keeps the assets that match one alternative: the first matching asset determines which.
struct AlternativesStep: Step {
  let alternatives: [FilterAlternative]

  var name: String { "either" }
  /// In source order, because the first asset determines the alternative.
  var ordering: StepOrdering { .source }
  var isSelective: Bool { alternatives.contains { $0.limit != nil } }
  var traits: StepTraits {
    .deciding(by: alternatives.reduce(into: []) { $0.formUnion($1.predicate.fields) })
  }
  var facets: FacetSet { FacetSet(alternatives.map(\.predicate.fields.facets)) }
  var detail: String { alternatives.map(\.description).joined(separator: ", or ") }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    AlternativesInstance(alternatives)
  }

  private final class AlternativesInstance: StepInstance {
    /// The alternatives with their remaining limits; only the chosen one after the first match.
    private var open: [(program: PredicateProgram, left: Int)]
    private var isDecided = false

    init(_ alternatives: [FilterAlternative]) {
      open = alternatives.map { (PredicateProgram($0.predicate), $0.limit ?? .max) }
        .filter { $0.left > 0 }
    }

    var isSatisfied: Bool { open.isEmpty }
    var demand: Int { open.map(\.left).min() ?? 0 }

    func process(_ batch: inout Batch) {
      batch.keep { takes($0) }
    }

    private func takes(_ asset: Asset) -> Bool {
      guard let place = open.firstIndex(where: { $0.program.matches(asset) }),
        asset.failure == nil
      else { return false }
      if !isDecided {
        isDecided = true
        open = [open[place]]
      }
      open[0].left -= 1
      if open[0].left == 0 { open.removeAll() }
      return true
    }
  }
}

struct FilterAlternative: Sendable, CustomStringConvertible {
  let predicate: AssetPredicate
  /// The greatest number of assets; nil for no limit.
  let limit: Int?

  init(_ predicate: AssetPredicate, limit: Int?) {
    self.predicate = predicate.cheapestFirst
    self.limit = limit
  }

  var description: String { "\(predicate)" + (limit.map { " at most \($0)" } ?? "") }
}
