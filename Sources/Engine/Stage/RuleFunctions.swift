/// The functions of a loaded rule; makes what runs them in one lane.
public protocol RuleFunctions: Sendable {
  func makeEvaluator() throws -> any FunctionEvaluator
}
