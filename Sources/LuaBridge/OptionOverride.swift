/// A value for an option of a rule, as the command line gave it.
public struct OptionOverride: Sendable, Hashable {
  /// The name without leading dashes, as a flag (`dismiss-after`) or as in the rule.
  public let name: String
  /// The value's text; nil for a flag without a value.
  public let text: String?

  public init(_ name: String, _ text: String?) {
    self.name = name
    self.text = text
  }
}
