/// One of the threads that work on batches side by side, and what its workers share.
///
/// Confined to its thread.
public final class Lane {
  public let context: RunContext
  package let functions: (any RuleFunctions)?
  /// How many lanes a step may start that works alone and in order.
  package let width: Int
  private var madeEvaluator: (any FunctionEvaluator)?

  /// - Parameter width: how many lanes a step may start that works alone and in order.
  package init(context: RunContext, functions: (any RuleFunctions)?, width: Int = 1) {
    self.context = context
    self.functions = functions
    self.width = width
  }

  /// Runs the rule's functions; made when the first step of the lane needs it.
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
