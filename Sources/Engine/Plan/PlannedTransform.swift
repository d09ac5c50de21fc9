/// A stage of a plan, and which assets it is for.
package struct PlannedTransform: Sendable {
  package let stage: any TransformStage
  /// The tests of the stage's `when`; others pass it by. Nil when it is for all.
  package let condition: Predicate?
  /// What added fields are called.
  private let fields: FieldTable

  package init(
    _ stage: any TransformStage, when condition: Predicate? = nil,
    _ fields: FieldTable = FieldTable()
  ) {
    self.fields = fields
    self.stage = stage
    self.condition = condition
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    guard let condition else { return stage.steps(leadingIsAnswered: leadingIsAnswered) }
    return stage.steps(leadingIsAnswered: false).map {
      ConditionalStep($0, when: condition, fields)
    }
  }

  /// Tests that hold for some assets only are none that a source could answer.
  package var leadingPredicate: Predicate { condition == nil ? stage.leadingPredicate : .always }
}
