/// One decision, as the log has it.
package struct PermissionLogEntry: Hashable, Sendable {
  /// How it was made.
  package enum Occasion: String, Sendable {
    /// With a command, such as `auth grant`.
    case command
    /// On the terminal, when the rule asked.
    case question
    /// With a run, and for it alone: `run --allow`, `run --auth`.
    case run
  }

  package let moment: Instant
  package let occasion: Occasion
  /// What holds since then; notDetermined after a permission was taken back, or the question was
  /// left open.
  package let status: AuthorizationStatus
  package let ruleName: String
  package let digest: String
  package let target: PermissionTarget
  /// What else was said: how many assets were chosen, that edits are followed.
  package let note: String

  package init(
    _ status: AuthorizationStatus, ruleName: String, digest: String, target: PermissionTarget,
    note: String, by occasion: Occasion, at moment: Instant
  ) {
    self.moment = moment
    self.occasion = occasion
    self.status = status
    self.ruleName = ruleName
    self.digest = digest
    self.target = target
    self.note = note
  }

  init?(_ line: FieldLine) {
    guard let texts = line.texts, texts.count == 7, let moment = Instant(texts[0]),
      let occasion = Occasion(rawValue: texts[1]),
      let status = AuthorizationStatus(rawValue: texts[2]),
      let target = PermissionTarget(texts[5])
    else { return nil }
    self.init(
      status, ruleName: texts[3], digest: texts[4], target: target, note: texts[6], by: occasion,
      at: moment)
  }

  var line: FieldLine {
    FieldLine([
      moment.description, occasion.rawValue, status.rawValue, ruleName, digest, target.text, note,
    ])
  }
}
