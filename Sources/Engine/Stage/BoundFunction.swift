/// A function of a rule together with what it is called with beside the asset, and what it returns.
public struct BoundFunction: Hashable, Sendable {
  /// The function.
  public let function: FunctionReference
  /// The values of its second argument, by name; nil for a function that gets the asset alone.
  public let options: [Option]?
  /// The names that the table has which the function returns; empty where it returns one value.
  public let results: [String]
  /// The stage that calls it, for messages.
  public let stage: String
  /// The place in the rule that named it, such as `rules/a.lua:3`; empty for the function's own.
  public let usedAt: String

  /// The end of a message about it.
  public var usage: String { usedAt.isEmpty ? "" : " (used in \(usedAt))" }

  /// One value of the second argument; an option that was not set has none.
  public struct Option: Hashable, Sendable {
    public let name: String
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
