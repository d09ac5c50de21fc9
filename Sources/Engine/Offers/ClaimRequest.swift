/// Content that a rule wants to offer, and what `shotflow ledger list` is to say of it.
package struct ClaimRequest: Hashable, Sendable {
  package let digest: ContentDigest
  /// The memory in which the content is to be offered once.
  package let memory: String
  package let rule: String
  /// The asset's `localIdentifier`.
  package let identifier: String
  package let library: String
  package let filename: String

  package init(
    digest: ContentDigest, memory: String, rule: String, identifier: String, library: String,
    filename: String
  ) {
    self.digest = digest
    self.memory = memory
    self.rule = rule
    self.identifier = identifier
    self.library = library
    self.filename = filename
  }
}
