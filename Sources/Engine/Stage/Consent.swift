/// Which assets a stage that acts may act on: those that were not offered, and those that were taken.
package struct Consent: Sendable {
  /// What the stage that offered says; nil where none of the rule stands before.
  let use: OfferUse?
  /// The tests of assets that may be acted on.
  let tests: Predicate

  /// - Parameters:
  ///   - use: what the stage that offered says; nil where none of the rule stands before, so that only
  ///     what came with a record tells of an offer.
  ///   - fields: those that are known there.
  /// - Returns: nil where nothing can have been offered.
  init?(behind use: OfferUse?, _ fields: FieldTable) {
    guard let outcome = Prompt.outcomeField(of: fields) else { return nil }
    let refusals = Outcome.refusals + (use == .needsAnswer ? [.delivered] : [])
    self.use = use
    tests = .not(.oneOf(outcome, refusals.map { .text(TextConstant($0.rawValue)) }))
  }

  /// The assets that a stage acts on, in the words of `explain`.
  package var reach: String {
    switch use {
    case nil: "what was not refused"
    case .needsAnswer: "what was accepted"
    case .unattended: "what was accepted or delivered"
    }
  }
}
