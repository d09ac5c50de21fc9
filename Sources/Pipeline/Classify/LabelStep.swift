/// Adds each label whose test passes, and stores the values that functions return; drops no asset.
struct LabelStep: Step {
  let rules: [LabelRule]

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

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let needsFunctions = rules.contains { if case .predicate = $0.test { false } else { true } }
    return LabelInstance(rules, needsFunctions ? try worker.evaluator() : nil)
  }

  private final class LabelInstance: StepInstance {
    private let rules: [LabelRule]
    private let evaluator: (any FunctionEvaluator)?

    init(_ rules: [LabelRule], _ evaluator: (any FunctionEvaluator)?) {
      self.rules = rules
      self.evaluator = evaluator
    }

    func process(_ batch: inout Batch) throws {
      guard batch.count > 0 else { return }
      for rule in rules {
        switch (rule.test, evaluator) {
        case (.predicate(let predicate), _):
          add(rule.label, to: batch, where: batch.survivors.map { predicate.matches($0) })
        case (.function(let function), let evaluator?):
          add(rule.label, to: batch, where: try evaluator.verdicts(of: function, on: batch))
        case (.value(let function, let field, let type), let evaluator?):
          let values = try evaluator.values(of: function, on: batch)
          add(rule.label, to: batch, where: values.map(\.isYes))
          note(values.map { $0.converted(to: type) }, of: field, type, in: batch)
        case (_, nil): break
        }
      }
      batch.keep { _ in true }
    }

    private func add(_ label: String, to batch: Batch, where verdicts: [Bool]) {
      for (asset, holds) in zip(batch.survivors, verdicts) where holds { asset.addLabel(label) }
    }

    private func note(
      _ values: [FieldValue], of field: Field, _ type: FieldType, in batch: Batch
    ) {
      for (asset, value) in zip(batch.survivors, values) {
        switch value {
        case .absent: break
        // The record has the label already.
        case .flag where type == .value:
          asset.findingsForWriting().set(value, of: field, isRecorded: false)
        default: asset.findingsForWriting().set(value, of: field)
        }
      }
    }
  }
}

extension FieldValue {
  /// True if Lua treats the value as true.
  fileprivate var isYes: Bool {
    switch self {
    case .absent, .flag(false): false
    default: true
    }
  }
}

struct LabelRule: Sendable {
  let label: String
  let test: Test

  enum Test: Sendable {
    case function(FunctionReference)
    /// A function whose result decides, and is a field's value if it can be converted to the type.
    case value(FunctionReference, Field, FieldType)
    case predicate(AssetPredicate)
  }
}
