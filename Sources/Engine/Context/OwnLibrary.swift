/// A library that a rule names itself.
public struct OwnLibrary: Sendable, Hashable {
  /// As the rule writes it: absolute, from the working folder, or with `~/` from the home folder.
  public let name: String
  /// True if the rule wants to see hidden assets too.
  public let includesHidden: Bool

  public init(name: String, includesHidden: Bool) {
    self.name = name
    self.includesHidden = includesHidden
  }
}
