/// What became of an offer.
package struct Prompt: Hashable, Sendable {
  /// The name of the rule that offered.
  package let rule: String
  package let outcome: Outcome
  package let offeredAt: Instant

  package init(rule: String, outcome: Outcome, offeredAt: Instant) {
    self.rule = rule
    self.outcome = outcome
    self.offeredAt = offeredAt
  }
}
