internal import Engine

/// A plugin as a stage of a pipeline, with the options of one call.
struct LuaStage: TransformWork {
  private let plugin: Plugin
  private let function: BoundFunction
  /// The fields that the plugin's function returns, in the order of the results.
  private let fields: [(field: Field, type: FieldType)]
  private let endsOnFailure: Bool

  init(_ plugin: Plugin, _ arguments: inout StageArguments) {
    self.plugin = plugin
    let options = plugin.options.map { option in
      BoundFunction.Option(option.name, arguments.checked(option))
    }
    let onError = arguments.checked(Plugin.failureOption)
    endsOnFailure = onError == .text(Plugin.OnError.stop.rawValue)
    let added = plugin.description.adds
    fields = added.compactMap { added in
      arguments.fields.field(named: added.name).map { ($0, arguments.fields.type(of: $0)) }
    }
    function = BoundFunction(
      plugin.process, options: options, results: added.map(\.name), stage: plugin.name,
      usedAt: arguments.rulePath.isEmpty ? "" : "\(arguments.rulePath):\(arguments.line)")
  }

  var part: StagePart {
    plugin.role.isValue ? .value(function) : .transform(self)
  }

  var traits: StageTraits {
    StageTraits(letsTestsPass: plugin.role == .filter, albums: .members, observation: .fetch)
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    [
      LuaStageStep(
        name: plugin.name, path: plugin.path, function: function, fields: fields,
        endsOnFailure: endsOnFailure)
    ]
  }
}

/// A step that keeps the assets for which the function returns true, or stores the returned fields.
private struct LuaStageStep: Step {
  let name: String
  let path: String
  let function: BoundFunction
  /// The fields that the function returns; empty for a filter.
  let fields: [(field: Field, type: FieldType)]
  let endsOnFailure: Bool

  var ordering: StepOrdering { .any }
  var readsHeaders: Bool { true }
  var facets: FacetSet { fields.isEmpty ? [] : [.findings] }
  var detail: String {
    let options = (function.options ?? []).compactMap { option in
      option.value.map { "\(option.name) = \($0.written)" }
    }
    return (["the plugin \(path)"] + options).joined(separator: ", ")
  }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let evaluator = try worker.evaluator()
    return LuaStageInstance(self, try evaluator.bind(function), evaluator)
  }
}

private final class LuaStageInstance: StepInstance {
  private let step: LuaStageStep
  private let function: FunctionReference
  private let evaluator: any FunctionEvaluator
  /// The values of a batch, kept until the next one so that their memory is reused.
  private var values: [FieldValue] = []

  init(
    _ step: LuaStageStep, _ function: FunctionReference, _ evaluator: any FunctionEvaluator
  ) {
    self.step = step
    self.function = function
    self.evaluator = evaluator
  }

  func process(_ batch: inout Batch) throws {
    guard batch.count > 0 else { return }
    let assets = step.endsOnFailure ? Array(batch.survivors) : []
    if step.fields.isEmpty {
      batch.keep(verdicts: try evaluator.verdicts(of: function, on: batch))
    } else {
      values = try evaluator.values(of: function, on: batch)
      note(values, on: batch)
      batch.keep { _ in true }
    }
    if let failure = assets.first(where: { $0.failure?.isOfRule == true })?.failure {
      throw RunProblem.programFailed("\(failure.asset): \(failure.reason)")
    }
  }

  private func note(_ values: [FieldValue], on batch: Batch) {
    let count = step.fields.count
    for (place, asset) in batch.survivors.enumerated() {
      for (index, (field, type)) in step.fields.enumerated() {
        let value = values[place * count + index]
        guard value.isPresent else { continue }
        let converted = value.converted(to: type)
        if converted.isPresent {
          asset.findingsForWriting().set(converted, of: field)
        } else {
          asset.fail(
            stage: step.name,
            "\(step.path):\(step.function.function.line): \(step.function.results[index]) is"
              + " \(type.phrase), and process gave another value"
              + step.function.usage,
            isOfRule: true)
        }
      }
    }
  }
}
