/// The condition of the assets that an acting stage may act on: assets that were not offered, and
/// those that were accepted.
///
/// Assets that were delivered without a question count as accepted if the stage that offered them
/// says so. The asset's prompt carries that, because a rule may offer assets in several ways.
package struct Consent: Sendable {
  /// The permissions of the earlier stages that offer; empty if no stage of the rule offers before.
  private let uses: [OfferUse]
  /// The tests of the assets that the stage may act on.
  package let tests: AssetPredicate

  /// - Parameters:
  ///   - uses: The permissions of the earlier stages that offer. If the rule has none, only a
  ///     record can carry an offer.
  ///   - fields: The fields that are known there.
  /// - Returns: Nil where nothing can have been offered.
  init?(behind uses: [OfferUse], _ fields: FieldTable) {
    guard let outcome = Prompt.outcomeField(of: fields),
      let unattended = Prompt.unattendedField(of: fields)
    else { return nil }
    self.uses = uses
    let isRefused = AssetPredicate.oneOf(outcome, Outcome.refusals.map(Self.constant))
    let isUnasked = AssetPredicate.all([
      .equals(outcome, Self.constant(.delivered)), .not(.equals(unattended, .flag(true))),
    ])
    tests = .not(uses.contains(.needsAnswer) ? .any([isRefused, isUnasked]) : isRefused)
  }

  private static func constant(_ outcome: Outcome) -> Constant {
    .text(TextConstant(outcome.rawValue))
  }

  /// True if an earlier stage of the rule offers.
  package var isBehindOffer: Bool { !uses.isEmpty }

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
