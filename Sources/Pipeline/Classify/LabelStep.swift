/// Adds each label whose test holds; no asset is dropped.
struct LabelStep: Step {
  let rules: [LabelRule]

  init(_ rules: [LabelRule]) {
    self.rules = rules
  }

  var name: String { "classify" }
  var ordering: StepOrdering { .any }
  var detail: String { rules.map(\.label).joined(separator: ", ") }
  var readsHeaders: Bool { true }
  var facets: FacetSet {
    rules.reduce(into: [.findings]) { facets, rule in
      if case .predicate(let predicate) = rule.test {
        facets.formUnion(predicate.fields.facets)
      }
    }
  }

  func makeWorker(in lane: Lane) throws -> any Worker {
    let needsFunctions = rules.contains { if case .function = $0.test { true } else { false } }
    return LabelWorker(rules, needsFunctions ? try lane.evaluator() : nil)
  }

  private final class LabelWorker: Worker {
    private let rules: [LabelRule]
    private let evaluator: (any FunctionEvaluator)?

    init(_ rules: [LabelRule], _ evaluator: (any FunctionEvaluator)?) {
      self.rules = rules
      self.evaluator = evaluator
    }

    func process(_ batch: inout Batch) throws {
      guard batch.count > 0 else { return }
      for rule in rules {
        let verdicts = try verdicts(rule, batch)
        for (asset, holds) in zip(batch.survivors, verdicts) where holds {
          asset.addLabel(rule.label)
        }
      }
      batch.keep { _ in true }
    }

    private func verdicts(_ rule: LabelRule, _ batch: Batch) throws -> [Bool] {
      switch rule.test {
      case .predicate(let predicate): return batch.survivors.map { predicate.matches($0) }
      case .function(let function):
        guard let evaluator else { return Array(repeating: false, count: batch.count) }
        return try evaluator.verdicts(of: function, on: batch)
      }
    }
  }
}
