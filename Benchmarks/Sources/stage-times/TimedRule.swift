internal import LuaBridge
internal import Pipeline

/// A rule that was loaded and laid out as for a run.
struct TimedRule {
  let loaded: LoadedRule
  let plan: PipelinePlan

  private static let now = Instant(milliseconds: 1_443_389_380_000)

  /// - Parameter stages: what stands between the braces of `pipeline { … }`.
  init(_ stages: String) throws {
    let file = RuleFile(path: "timed.lua", source: "return pipeline { \(stages) }")
    loaded = try RuleLoader(words: RuleVocabulary(.builtin), printer: RulePrinter { print($0) })
      .load(file, now: Self.now)
    plan = try PlanBuilder(components: .builtin, rulePath: file.path, now: Self.now)
      .plan(loaded.stages)
  }

  static func context(reading descriptor: Int32 = 0) -> RunContext {
    RunContext(
      components: .builtin, now: now, ruleName: "timed", libraries: [], ledgerPath: "",
      input: InputOptions(descriptor: descriptor, isNullSeparated: false, paths: []))
  }
}
