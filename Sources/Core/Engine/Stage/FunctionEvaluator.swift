/// Runs a rule's functions on assets; used by one worker only.
public protocol FunctionEvaluator: AnyObject {
  /// Prepares a function that is called with options; returns a reference to both.
  ///
  /// - Throws: ``RuleProblem`` when the options take more memory than a rule may.
  func bind(_ function: BoundFunction) throws -> FunctionReference

  /// Sets the moment that the functions read as `now` from here on; does nothing if none reads it.
  func advance(to now: Instant) throws

  /// Calls the function with each selected asset of the batch.
  ///
  /// - Returns: A verdict for each selected asset, in order. An asset for which the function raised
  ///   an error has a failure and the verdict false.
  /// - Throws: ``RuleProblem`` when the rule can't go on: it exceeded its limits, or read a field
  ///   that does not exist.
  func verdicts(of function: FunctionReference, on batch: Batch) throws -> [Bool]

  /// Calls the function with each selected asset of the batch, and returns its results.
  ///
  /// - Returns: For each selected asset, in order, and for each result of a function with several,
  ///   a flag, a number, a string or texts; absent where the function returned nothing. An asset
  ///   for which it raised an error or returned any other value has a failure and an absent value.
  /// - Throws: ``RuleProblem`` as ``verdicts(of:on:)`` does.
  func values(of function: FunctionReference, on batch: Batch) throws -> [FieldValue]
}

extension FunctionEvaluator {
  public func advance(to now: Instant) {}
  public func bind(_ function: BoundFunction) -> FunctionReference { function.function }
}

/// The functions of a loaded rule, which makes an evaluator for each worker.
public protocol RuleFunctions: Sendable {
  /// - Parameter fields: The fields that the functions can read.
  func makeEvaluator(fields: FieldTable) throws -> any FunctionEvaluator
}
