/// A capability that a rule says it needs, and why.
package struct CapabilityWish: Hashable, Sendable {
  package let capability: Capability
  /// In the rule's words; nil when it gives none.
  package let reason: String?

  package init(_ capability: Capability, reason: String? = nil) {
    self.capability = capability
    self.reason = reason
  }
}
