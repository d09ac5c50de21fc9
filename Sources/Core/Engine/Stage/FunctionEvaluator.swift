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

/// A function of a rule with its arguments besides the asset, and the names of its results.
public struct BoundFunction: Hashable, Sendable {
  /// The function of the rule to call.
  public let function: FunctionReference
  /// The values of its second argument, by name; nil for a function that gets the asset alone.
  public let options: [Option]?
  /// The names in the table that the function returns; empty if it returns one value.
  public let results: [String]
  /// The stage that calls it, for messages.
  public let stage: String
  /// The line of the rule that names it, such as `rules/a.lua:3`; empty for the function's line.
  public let usedAt: String

  /// The end of an error message, such as ` (used in rules/a.lua:3)`; empty without ``usedAt``.
  public var usage: String { usedAt.isEmpty ? "" : " (used in \(usedAt))" }

  /// One option of the second argument; its value is nil if it was not set.
  public struct Option: Hashable, Sendable {
    /// The name of the option.
    public let name: String
    /// The value of the option; nil if it was not set.
    public let value: ArgumentValue?

    public init(_ name: String, _ value: ArgumentValue?) {
      self.name = name
      self.value = value
    }
  }

  public init(
    _ function: FunctionReference, options: [Option]? = nil, results: [String] = [],
    stage: String = "", usedAt: String = ""
  ) {
    self.function = function
    self.options = options
    self.results = results
    self.stage = stage
    self.usedAt = usedAt
  }
}
