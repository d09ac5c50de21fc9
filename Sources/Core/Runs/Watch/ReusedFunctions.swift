internal import Platform
internal import Synchronization

/// The functions of a rule that a watch evaluates repeatedly, with an evaluator that is reused.
/// Used by one evaluation at a time, in which several threads may request one.
package final class ReusedFunctions: RuleFunctions {
  private let functions: any RuleFunctions
  private let state = Lock(State())

  /// The moment and the evaluators. `@unchecked Sendable`: each is passed to one thread at a time.
  private struct State: @unchecked Sendable {
    var now = Instant(milliseconds: 0)
    var kept: (any FunctionEvaluator)?
    var given: [any FunctionEvaluator] = []
  }

  package init(_ functions: any RuleFunctions, at now: Instant = Instant(milliseconds: 0)) {
    self.functions = functions
    state.withLock { $0.now = now }
  }

  /// Begins an evaluation; `failed` drops the evaluator of the previous one, as it may be invalid.
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
