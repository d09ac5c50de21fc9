/// Which assets a stage that acts may act on: those that were not offered, and those that were taken.
///
/// What was delivered without a question is taken where the stage that offered it says so, which the
/// asset's prompt carries: a rule may offer some assets in one way and others in another.
package struct Consent: Sendable {
  /// What the stages that offer say; empty where none of the rule stands before.
  private let uses: [OfferUse]
  /// The tests of assets that may be acted on.
  let tests: Predicate

  /// - Parameters:
  ///   - uses: what the stages before say that offer; empty where none of the rule stands before, so
  ///     that only what came with a record tells of an offer.
  ///   - fields: those that are known there.
  /// - Returns: nil where nothing can have been offered.
  init?(behind uses: [OfferUse], _ fields: FieldTable) {
    guard let outcome = Prompt.outcomeField(of: fields),
      let unattended = Prompt.unattendedField(of: fields)
    else { return nil }
    self.uses = uses
    let isRefused = Predicate.oneOf(outcome, Outcome.refusals.map(Self.constant))
    let isUnasked = Predicate.all([
      .equals(outcome, Self.constant(.delivered)), .not(.equals(unattended, .flag(true))),
    ])
    tests = .not(uses.contains(.needsAnswer) ? .any([isRefused, isUnasked]) : isRefused)
  }

  private static func constant(_ outcome: Outcome) -> Constant {
    .text(TextConstant(outcome.rawValue))
  }

  /// Whether a stage of the rule offers before.
  var isBehindOffer: Bool { !uses.isEmpty }

  /// The assets that a stage acts on, in the words of `explain`.
  package var reach: String {
    switch (uses.contains(.needsAnswer), uses.contains(.unattended)) {
    case (false, false): "what was not refused"
    case (true, false): "what was accepted"
    case (false, true): "what was accepted or delivered"
    case (true, true): "what was accepted, or delivered where its notify allows that"
    }
  }
}
