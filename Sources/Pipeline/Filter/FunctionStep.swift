/// Keeps the assets for which a function of the rule returns true.
struct FunctionStep: Step {
  let function: FunctionReference

  var name: String { "filter" }
  var ordering: StepOrdering { .any }
  var readsHeaders: Bool { true }
  var detail: String { "the function in line \(function.line)" }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    FunctionInstance(function, try worker.evaluator())
  }

  private final class FunctionInstance: StepInstance {
    private let function: FunctionReference
    private let evaluator: any FunctionEvaluator

    init(_ function: FunctionReference, _ evaluator: any FunctionEvaluator) {
      self.function = function
      self.evaluator = evaluator
    }

    func process(_ batch: inout Batch) throws {
      guard batch.count > 0 else { return }
      batch.keep(verdicts: try evaluator.verdicts(of: function, on: batch))
    }
  }
}
