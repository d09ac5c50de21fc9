/// The assets that an acting stage may act on: those that were not offered, and those that the user
/// accepted. Assets that were delivered without a question count as accepted if the stage that
/// offered them says so. Each asset's prompt states that, as stages may differ.
package struct Consent: Sendable {
  /// The assets that later stages may act on, for each earlier stage that offers assets.
  private let uses: [OfferUse]
  /// The tests of the assets that the stage may act on.
  package let tests: AssetPredicate

  /// - Parameters:
  ///   - uses: The assets that later stages may act on, for each earlier stage that offers assets.
  ///     If empty, only records that the rule reads can say that an asset was offered.
  ///   - fields: The fields that the rule knows at the acting stage.
  /// - Returns: Nil if no asset can have been offered.
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

  /// True if an earlier stage of the rule offers assets.
  package var isBehindOffer: Bool { !uses.isEmpty }

  /// A description of the assets that a stage acts on, for `explain`.
  package var reach: String {
    switch (uses.contains(.needsAnswer), uses.contains(.unattended)) {
    case (false, false): "what was not refused"
    case (true, false): "what was accepted"
    case (false, true): "what was accepted or delivered"
    case (true, true): "what was accepted, or delivered where its notify allows that"
    }
  }
}
