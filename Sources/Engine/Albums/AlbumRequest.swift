/// Which albums a rule lists.
package struct AlbumRequest: Sendable {
  /// Subtypes, identifiers or titles, in the order of the rule.
  package let names: [String]
  package let includesHidden: Bool
  package let includesBurstFrames: Bool

  package init(names: [String], includesHidden: Bool, includesBurstFrames: Bool) {
    self.names = names
    self.includesHidden = includesHidden
    self.includesBurstFrames = includesBurstFrames
  }
}
