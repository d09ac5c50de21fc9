/// A stage of a plan, and which assets it is for.
package struct PlannedTransform: Sendable {
  /// The word in the rule.
  package let name: String
  package let stage: any TransformWork
  /// The tests of the stage's `when`; others pass it by. Nil when it is for all.
  package let condition: Predicate?
  /// What the stages before that offer assets say, in order.
  package let offerUses: [OfferUse]
  /// What added fields are called.
  private let fields: FieldTable

  package init(
    _ stage: any TransformWork, called name: String = "", when condition: Predicate? = nil,
    behind offerUses: [OfferUse] = [],
    _ fields: FieldTable = FieldTable()
  ) {
    self.fields = fields
    self.name = name
    self.stage = stage
    self.condition = condition
    self.offerUses = offerUses
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
    let traits = stage.traits
    guard traits.acts || traits.actsOnOutput else { return steps }
    let consent = Consent(behind: offerUses, fields)
    return steps.map { ActingStep($0, with: consent, isForOutput: !traits.acts, fields) }
  }

  /// Whether it leaves alone what was delivered without a question.
  ///
  /// - Parameter hasOutput: whether the user named a place for what stages make.
  package func needsAnswer(hasOutput: Bool) -> Bool {
    (stage.traits.acts || hasOutput && stage.traits.actsOnOutput)
      && offerUses.contains(.needsAnswer)
  }

  /// Tests that hold for some assets only are none that a source could answer.
  package var leadingPredicate: Predicate { condition == nil ? stage.leadingPredicate : .always }
}
