/// A stage of a plan, and which assets it is for.
struct PlannedTransform: Sendable {
  let stage: any TransformStage
  /// The tests of the stage's `when`; others pass it by. Nil when it is for all.
  let condition: Predicate?

  init(_ stage: any TransformStage, when condition: Predicate? = nil) {
    self.stage = stage
    self.condition = condition
  }

  /// The option of every stage that says which assets it is for.
  static let option = OptionDescription(
    "when", .tests, "which assets the stage is for; all others pass it by")

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    guard let condition else { return stage.steps(leadingIsAnswered: leadingIsAnswered) }
    return stage.steps(leadingIsAnswered: false).map { ConditionalStep($0, when: condition) }
  }

  /// Tests that hold for some assets only are none that a source could answer.
  var leadingPredicate: Predicate { condition == nil ? stage.leadingPredicate : .always }
}
