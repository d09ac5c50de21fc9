/// Where an asset is remembered once it is offered, and under which key.
package struct Remembrance: Hashable, Sendable, Finding {
  package let memory: String
  package let digest: ContentDigest

  package init(memory: String, digest: ContentDigest) {
    self.memory = memory
    self.digest = digest
  }
}
