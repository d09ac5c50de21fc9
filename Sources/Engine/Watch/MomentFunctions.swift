internal import Platform
internal import Synchronization

/// The functions of a rule that is evaluated again and again, each time at another moment: what runs
/// them is kept.
///
/// Confined to one evaluation at a time; within it, several threads may ask for an evaluator.
package final class MomentFunctions: RuleFunctions {
  private let functions: any RuleFunctions
  private let state = Lock(State())

  /// `@unchecked Sendable`: an evaluator is handed to one thread at a time.
  private struct State: @unchecked Sendable {
    var now = Instant(milliseconds: 0)
    /// What ran the functions in the evaluation before.
    var kept: (any FunctionEvaluator)?
    /// What this one was given.
    var given: [any FunctionEvaluator] = []
  }

  package init(_ functions: any RuleFunctions, at now: Instant = Instant(milliseconds: 0)) {
    self.functions = functions
    state.withLock { $0.now = now }
  }

  /// Begins an evaluation.
  ///
  /// - Parameter failed: whether the one before failed, so that what ran its functions may be of no use.
  func begin(at now: Instant, failed: Bool) {
    state.withLock { state in
      state.now = now
      if let first = state.given.first { state.kept = first }
      if failed { state.kept = nil }
      state.given = []
    }
  }

  package func makeEvaluator(fields: FieldTable) throws -> any FunctionEvaluator {
    try state.withLock { state in
      let evaluator = try state.kept ?? functions.makeEvaluator(fields: fields)
      state.kept = nil
      try evaluator.advance(to: state.now)
      state.given.append(evaluator)
      return evaluator
    }
  }
}
