internal import LuaBridge
internal import Pipeline

/// A rule that was loaded and planned, ready to run, to check or to explain.
struct Rule {
  let loaded: LoadedRule
  let plan: PipelinePlan
  let paths: [String]

  /// Loads a rule with the words of the command line that are its own.
  ///
  /// - Throws: ``RuleProblem``, ``RuleProblems`` or ``UsageProblem``.
  init(_ path: String, words: [String], now: Instant, loader: RuleLoader) throws {
    let file = try RuleFile(path: path)
    var loaded = try loader.load(file, now: now)
    let arguments = try RuleArguments(words, options: loaded.options)
    if !arguments.overrides.isEmpty {
      loaded = try loader.load(file, overrides: arguments.overrides, now: now)
    }
    self.loaded = loaded
    paths = arguments.paths
    plan = try PlanBuilder(registry: .builtin, rulePath: path, now: now).plan(loaded.stages)
  }
}
