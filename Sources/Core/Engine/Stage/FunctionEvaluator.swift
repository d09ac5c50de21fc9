/// An object that calls a rule's functions on assets; used by one worker only.
public protocol FunctionEvaluator: AnyObject {
  /// Binds options to a function as its second argument; returns a reference to call it with them.
  ///
  /// - Throws: ``RuleProblem`` when the options take more memory than a rule may.
  func bind(_ function: BoundFunction) throws -> FunctionReference

  /// Sets the moment that later calls of the functions read as `now`; does nothing if none does.
  func advance(to now: Instant) throws

  /// Calls the function, which accepts or rejects an asset, with each selected asset of the batch.
  ///
  /// - Returns: True for each accepted asset, in order. An asset for which the function raised an
  ///   error gets a failure and false.
  /// - Throws: ``RuleProblem`` when the rule exceeded its limits, or read a field that does not
  ///   exist.
  func verdicts(of function: FunctionReference, on batch: Batch) throws -> [Bool]

  /// Calls the function with each selected asset of the batch, and returns its results.
  ///
  /// - Returns: The results for each asset, in order: flags, numbers, strings or texts, or absent
  ///   if the function returned nothing. An asset for which it raised an error or returned any
  ///   other value gets a failure and an absent value.
  /// - Throws: ``RuleProblem`` when the rule exceeded its limits, or read an unknown field.
  func values(of function: FunctionReference, on batch: Batch) throws -> [FieldValue]
}

extension FunctionEvaluator {
  public func advance(to now: Instant) {}
  public func bind(_ function: BoundFunction) -> FunctionReference { function.function }
}

/// The functions of a loaded rule, from which each worker gets its own evaluator.
public protocol RuleFunctions: Sendable {
  /// Creates an evaluator for one worker; `fields` are those that the functions can read.
  func makeEvaluator(fields: FieldTable) throws -> any FunctionEvaluator
}
