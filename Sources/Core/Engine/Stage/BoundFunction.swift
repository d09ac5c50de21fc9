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
