/// Runs a rule's functions on assets; confined to one lane.
public protocol FunctionEvaluator: AnyObject {
  /// Prepares a function that is called with options; the answer stands for both.
  ///
  /// - Throws: ``RuleProblem`` when the options take more memory than a rule may.
  func bind(_ function: BoundFunction) throws -> FunctionReference

  /// Sets the moment that the functions read as `now` from here on; nothing where none reads it.
  func advance(to now: Instant) throws

  /// Asks the function about each asset that is still in the batch.
  ///
  /// - Returns: a verdict for each selected asset, in order. An asset for which the function
  ///   raised an error has a failure set and the verdict false.
  /// - Throws: ``RuleProblem`` when the rule can't go on: it used up its budget, or asked for a
  ///   field that does not exist.
  func verdicts(of function: FunctionReference, on batch: Batch) throws -> [Bool]

  /// Asks the function the same, and takes what it returns.
  ///
  /// - Returns: for each selected asset, in order, and for each result of a function that was bound with
  ///   several, a flag, a number, a string or texts; absent where
  ///   the function returned nothing. An asset for which it raised an error or returned anything else
  ///   has a failure set and an absent value.
  /// - Throws: ``RuleProblem`` as ``verdicts(of:on:)`` does.
  func values(of function: FunctionReference, on batch: Batch) throws -> [FieldValue]
}

extension FunctionEvaluator {
  public func advance(to now: Instant) {}
  public func bind(_ function: BoundFunction) -> FunctionReference { function.function }
}
