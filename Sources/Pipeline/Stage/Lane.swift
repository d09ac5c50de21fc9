/// One of the threads that work on batches side by side, and what its workers share.
///
/// Confined to its thread.
public final class Lane {
  public let context: RunContext
  private let functions: (any RuleFunctions)?
  private var madeEvaluator: (any FunctionEvaluator)?

  package init(context: RunContext, functions: (any RuleFunctions)?) {
    self.context = context
    self.functions = functions
  }

  /// Runs the rule's functions; made when the first step of the lane needs it.
  package func evaluator() throws -> any FunctionEvaluator {
    if let madeEvaluator { return madeEvaluator }
    guard let functions else {
      preconditionFailure("a step with a function needs the rule that the function came from")
    }
    let made = try functions.makeEvaluator()
    madeEvaluator = made
    return made
  }
}
