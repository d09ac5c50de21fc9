/// The outcome of an offer, as the record carries it.
package struct Prompt: Hashable, Sendable, Finding {
  /// The name of the rule that offered.
  package let rule: String
  package let outcome: Outcome
  package let offeredAt: Instant

  package init(rule: String, outcome: Outcome, offeredAt: Instant) {
    self.rule = rule
    self.outcome = outcome
    self.offeredAt = offeredAt
  }

  /// Behind what was loaded.
  package static var recordPlace: Int { 1 }
  package var recordKeys: [StaticString] { ["prompt"] }

  package func write(into writer: inout RecordWriter) {
    writer.beginObject("prompt")
    writer.write("rule", rule)
    writer.write("outcome", outcome.rawValue)
    writer.write("offeredAt", offeredAt)
    writer.endObject()
  }
}
