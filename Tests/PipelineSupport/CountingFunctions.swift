import AssetSupport
package import Engine

/// The functions of a rule, as closures of a test.
package struct CountingFunctions: RuleFunctions {
  private let answer: @Sendable (Asset) throws -> Bool

  package init(_ answer: @escaping @Sendable (Asset) throws -> Bool) {
    self.answer = answer
  }

  /// How a rule's table names the function.
  package static let reference = ArgumentValue.function(FunctionReference(index: 0, line: 1))

  package func makeEvaluator() -> any FunctionEvaluator { Evaluator(answer) }

  private final class Evaluator: FunctionEvaluator {
    private let answer: @Sendable (Asset) throws -> Bool

    init(_ answer: @escaping @Sendable (Asset) throws -> Bool) {
      self.answer = answer
    }

    func verdicts(of function: FunctionReference, on batch: Batch) throws -> [Bool] {
      try batch.survivors.map { try answer($0) }
    }
  }
}
