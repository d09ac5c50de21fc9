/// The functions of a loaded rule; makes what runs them in one lane.
public protocol RuleFunctions: Sendable {
  /// - Parameter fields: those that the functions can read.
  func makeEvaluator(fields: FieldTable) throws -> any FunctionEvaluator
}
