internal import Engine

/// Everything that makes one Lua state of a rule the same as the next.
///
/// Each lane loads the rule into a state of its own from the same setting.
struct RuleSetting: Sendable {
  let file: RuleFile
  let modules = RuleModules()
  let overrides: [OptionOverride]
  let now: Instant
  /// Whether each evaluation has a moment of its own, so that the rule can't read one while it loads.
  let movesNow: Bool
  let seed: UInt64
  let words: RuleWords
  let names: RuleNames
  let loadBudget: RuleBudget
  let callBudget: RuleBudget
  let cancellation: CancellationFlag
  let printer: RulePrinter
  /// Gets what each state of the rule used up, when it is closed.
  let used: (@Sendable (RuleUsage) -> Void)?
}
