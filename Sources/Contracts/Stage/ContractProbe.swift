internal import Engine

/// A test stage that takes another stage in an option and stores the value that it returns.
struct ContractProbe: TransformStage {
  static let description = StageDescription(
    name: "probe", role: .classify, summary: "notes the value of a stage",
    options: [OptionDescription("value", .textOrFunction, "what is noted")],
    adds: [AddedField("probed", .value, "what the stage gave")])

  /// The stage's function; nil if the option has no stage that returns a value.
  private let function: BoundFunction?
  private let field: Field?

  init(_ arguments: inout StageArguments) {
    let value = arguments.take("value")
    let role: StageRole =
      if case .stage(let call)? = value { arguments.role(of: call) ?? .key } else { .key }
    function = value.flatMap { arguments.function($0, of: "value", giving: role) }
    field = arguments.fields.field(named: "probed")
  }

  static func call(with value: StageCall) -> StageCall {
    StageCall(
      name: description.name, arguments: [.table([ArgumentMember("value", .stage(value))])],
      line: value.line, path: value.path)
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    guard let function, let field else { return [] }
    return [ProbeStep(function: function, field: field)]
  }
}

private struct ProbeStep: Step {
  let function: BoundFunction
  let field: Field

  var name: String { ContractProbe.description.name }
  var ordering: StepOrdering { .any }
  var readsHeaders: Bool { true }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let evaluator = try worker.evaluator()
    return ProbeInstance(try evaluator.bind(function), field, evaluator)
  }
}

private final class ProbeInstance: StepInstance {
  private let function: FunctionReference
  private let field: Field
  private let evaluator: any FunctionEvaluator

  init(_ function: FunctionReference, _ field: Field, _ evaluator: any FunctionEvaluator) {
    self.function = function
    self.field = field
    self.evaluator = evaluator
  }

  func process(_ batch: inout Batch) throws {
    guard batch.count > 0 else { return }
    let values = try evaluator.values(of: function, on: batch)
    for (asset, value) in zip(batch.survivors, values) where value.isPresent {
      asset.findingsForWriting().set(value, of: field)
    }
    batch.keep { _ in true }
  }
}
