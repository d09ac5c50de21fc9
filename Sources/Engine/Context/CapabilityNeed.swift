/// A capability that a stage of a rule can't do without, and where the rule calls the stage.
package struct CapabilityNeed: Hashable, Sendable {
  package let capability: Capability
  /// The word of the stage.
  package let stage: String
  /// What the stage does with it, in the words of the rule.
  package let deed: String
  package let rulePath: String
  package let line: Int

  /// What is wrong with a rule that doesn't ask for it.
  package var problem: RuleProblem {
    RuleProblem(
      path: rulePath, line: line,
      message: "\(stage) \(capability.deed), which the rule has to ask for; add to its pipeline:"
        + " wants = { \(capability.rawValue) = \"why it is needed\" }", token: stage)
  }
}
