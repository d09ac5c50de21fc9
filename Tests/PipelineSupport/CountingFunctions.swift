import AssetSupport
package import Engine

/// The functions of a rule, as closures of a test.
package struct CountingFunctions: RuleFunctions {
  private let answer: @Sendable (Asset) throws -> FieldValue

  package init(_ answer: @escaping @Sendable (Asset) throws -> Bool) {
    self.answer = { .flag(try answer($0)) }
  }

  /// Functions that return values.
  package init(returning answer: @escaping @Sendable (Asset) throws -> FieldValue) {
    self.answer = answer
  }

  /// The reference to the function in a rule's table.
  package static let reference = ArgumentValue.function(FunctionReference(index: 0, line: 1))

  package func makeEvaluator(fields: FieldTable) -> any FunctionEvaluator { Evaluator(answer) }

  private final class Evaluator: FunctionEvaluator {
    private let answer: @Sendable (Asset) throws -> FieldValue

    init(_ answer: @escaping @Sendable (Asset) throws -> FieldValue) {
      self.answer = answer
    }

    func verdicts(of function: FunctionReference, on batch: Batch) throws -> [Bool] {
      try values(of: function, on: batch).map { value in
        switch value {
        case .absent, .flag(false): false
        default: true
        }
      }
    }

    func values(of function: FunctionReference, on batch: Batch) throws -> [FieldValue] {
      try batch.survivors.map { try answer($0) }
    }
  }
}
