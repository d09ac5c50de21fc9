/// The state of one of the workers that process batches in parallel, shared by its steps.
///
/// Used only by the worker's thread.
public final class WorkerContext {
  /// The context of the run.
  public let context: RunContext
  /// The functions of the rule; nil if it has none.
  package let functions: (any RuleFunctions)?
  /// The number of further workers that a step on one thread may start.
  package let width: Int
  private var madeEvaluator: (any FunctionEvaluator)?

  /// - Parameter width: The number of further workers that a step on one thread may start.
  package init(context: RunContext, functions: (any RuleFunctions)?, width: Int = 1) {
    self.context = context
    self.functions = functions
    self.width = width
  }

  /// Returns the evaluator of the rule's functions, created on first use.
  package func evaluator() throws -> any FunctionEvaluator {
    if let madeEvaluator { return madeEvaluator }
    guard let functions else {
      preconditionFailure("a step with a function needs the rule that the function came from")
    }
    let made = try functions.makeEvaluator(fields: context.fields)
    madeEvaluator = made
    return made
  }
}
