/// A file that a rule got by `require`, as it was when the rule was loaded.
public struct RuleModule: Sendable, Hashable {
  /// As the rule names it: `screens.receipts`.
  public let name: String
  public let path: String
  public let source: String
}
