/// A stage of a plan, and which assets it is for.
package struct PlannedTransform: Sendable {
  package let stage: any TransformStage
  /// The tests of the stage's `when`; others pass it by. Nil when it is for all.
  package let condition: Predicate?
  /// What the last stage before that offers assets said; nil where none stands before.
  package let offerUse: OfferUse?
  /// What added fields are called.
  private let fields: FieldTable

  package init(
    _ stage: any TransformStage, when condition: Predicate? = nil, behind offerUse: OfferUse? = nil,
    _ fields: FieldTable = FieldTable()
  ) {
    self.fields = fields
    self.stage = stage
    self.condition = condition
    self.offerUse = offerUse
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    guard let condition else {
      return acting(stage.steps(leadingIsAnswered: leadingIsAnswered))
    }
    return acting(stage.steps(leadingIsAnswered: false)).map {
      ConditionalStep($0, when: condition, fields)
    }
  }

  private func acting(_ steps: [any Step]) -> [any Step] {
    guard stage.traits.acts else { return steps }
    let consent = Consent(behind: offerUse, fields)
    return steps.map { ActingStep($0, with: consent, fields) }
  }

  /// Whether it leaves alone what was delivered without a question.
  package var needsAnswer: Bool { stage.traits.acts && offerUse == .needsAnswer }

  /// Tests that hold for some assets only are none that a source could answer.
  package var leadingPredicate: Predicate { condition == nil ? stage.leadingPredicate : .always }
}
