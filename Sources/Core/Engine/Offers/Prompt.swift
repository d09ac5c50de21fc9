internal import Platform

/// The answer to an offer, as a finding for the record and for the tests of later stages.
package struct Prompt: Hashable, Sendable, Finding {
  /// The name of the rule that made the offer.
  package let rule: String
  /// The answer of the user; for a notifier that can't ask, ``Outcome/delivered``.
  package let answer: OfferAnswer
  /// The moment of the offer.
  package let offeredAt: Instant
  /// True if stages may act on the asset without an answer of the user.
  package let isUnattended: Bool

  package init(
    rule: String, answer: OfferAnswer, offeredAt: Instant, allowsUnattended: Bool = false
  ) {
    self.rule = rule
    self.answer = answer
    self.offeredAt = offeredAt
    isUnattended = allowsUnattended && answer.outcome == .delivered
  }

  /// The outcome of the offer.
  package var outcome: Outcome { answer.outcome }

  /// The added field `prompt`, with the offer's answer, for later stages and readers of records.
  package static let field = AddedField.object(
    "prompt", "what became of the offer, of an asset that was offered",
    members: [
      .text("rule", "the rule that offered it"),
      .text("outcome", "how the offer ended", among: Outcome.allCases.map(\.rawValue)),
      .text("action", "what was chosen when it was taken: default for a plain yes"),
      .date("offeredAt", "when it was offered"),
      .flag("unattended", "whether later stages may act on it though no user was asked"),
      .text("choice", "the key that was pressed for it on a page, 1 to 5"),
    ])

  /// The position in the record: after the loaded files.
  package static var recordPlace: Int { 1 }
  package var recordKeys: [StaticString] { ["prompt"] }

  package func write(into writer: inout RecordWriter) {
    writer.beginObject("prompt")
    writeMembers(into: &writer)
    writer.endObject()
  }

  private func writeMembers(into writer: inout RecordWriter) {
    writer.write("rule", rule)
    writer.write("outcome", outcome.rawValue)
    if let action = answer.action { writer.write("action", action) }
    writer.write("offeredAt", offeredAt)
    if isUnattended { writer.write("unattended", true) }
  }

  /// Adds the answer to the asset, for the record and for later stages.
  package func note(on asset: Asset, _ fields: FieldTable) {
    let findings = asset.findingsForWriting()
    findings[Prompt.self] = self
    guard let field = fields.field(named: Self.field.name) else { return }
    let members = fields.members(of: field).map { member in
      (member, value(ofMember: fields.memberName(of: member) ?? ""))
    }
    var writer = RecordWriter(capacity: 256)
    writer.buffer.append(UInt8(ascii: "{"))
    writeMembers(into: &writer)
    writer.endObject()
    findings.set(OwnedBytes(writer.buffer.bytes), of: field, members: members)
  }

  /// Gives `prompt.choice` to later stages of a rule that knows the field.
  package static func note(choice: String, on asset: Asset, _ fields: FieldTable) {
    guard let choiceField = fields.field(named: "\(field.name).choice") else { return }
    asset.findingsForWriting().set(.string(choice), of: choiceField, isRecorded: false)
  }

  private func value(ofMember name: String) -> FieldValue {
    switch name {
    case "rule": .string(rule)
    case "outcome": .string(outcome.rawValue)
    case "action": answer.action.map(FieldValue.string) ?? .absent
    case "offeredAt": .date(offeredAt)
    case "unattended": isUnattended ? .flag(true) : .absent
    default: .absent
    }
  }

  /// Returns the field `prompt.outcome`; nil if no stage or record can have offered an asset.
  package static func outcomeField(of fields: FieldTable) -> Field? {
    fields.field(named: "\(field.name).outcome")
  }

  /// Returns the field `prompt.unattended`; nil if no stage or record can have offered an asset.
  static func unattendedField(of fields: FieldTable) -> Field? {
    fields.field(named: "\(field.name).unattended")
  }

  /// Returns true if the asset was offered and not accepted, in this run or by its record.
  package static func isRefused(_ asset: Asset, _ outcome: Field) -> Bool {
    guard case .string(let text) = asset.value(of: outcome) else { return false }
    return Outcome(rawValue: text).map { !$0.isTaken } ?? false
  }
}
