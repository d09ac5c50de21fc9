/// A stage of a plan, with the tests in its option `when`.
package struct PlannedTransform: Sendable {
  /// The stage's name in the rule.
  package let name: String
  /// The stage itself, with its checked options.
  package let stage: any TransformWork
  /// The tests of the stage's `when`; other assets skip the stage. Nil if it is for all assets.
  package let condition: AssetPredicate?
  /// The assets that later stages may act on, for each earlier stage that offers assets, in order.
  package let offerUses: [OfferUse]
  private let fields: FieldTable

  package init(
    _ stage: any TransformWork, called name: String = "", when condition: AssetPredicate? = nil,
    behind offerUses: [OfferUse] = [], _ fields: FieldTable = FieldTable()
  ) {
    self.fields = fields
    self.name = name
    self.stage = stage
    self.condition = condition
    self.offerUses = offerUses
  }

  /// Returns the steps of the stage, limited to assets that pass `when` and that it may act on; if
  /// the source evaluates ``leadingPredicate``, the steps don't.
  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    guard let condition else {
      return acting(stage.steps(leadingIsAnswered: leadingIsAnswered))
    }
    return acting(stage.steps(leadingIsAnswered: false)).map {
      ConditionalStep($0, when: condition, fields)
    }
  }

  private func acting(_ steps: [any Step]) -> [any Step] {
    let condition = stage.traits.action.condition
    guard condition != .never else { return steps }
    let consent = Consent(behind: offerUses, fields)
    return steps.map { ActingStep($0, with: consent, condition, fields) }
  }

  /// Returns true if the stage skips assets that were delivered without a question.
  ///
  /// - Parameter hasOutput: True if the user named a destination for the files that stages make.
  package func needsAnswer(hasOutput: Bool) -> Bool {
    stage.traits.action.condition.holds(hasOutput: hasOutput) && offerUses.contains(.needsAnswer)
  }

  /// The tests that the source may evaluate for the stage; always true if the stage has a `when`.
  package var leadingPredicate: AssetPredicate {
    condition == nil ? stage.leadingPredicate : .always
  }
}
