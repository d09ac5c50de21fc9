internal import LuaBridge
internal import Pipeline

/// A rule that was loaded and planned, ready to run, to check or to explain.
struct Rule {
  let loaded: LoadedRule
  let plan: PipelinePlan
  let paths: [String]

  /// A rule with the folders that its modules may lie in, besides its own.
  static func file(_ path: String) throws(RuleProblem) -> RuleFile {
    try RuleFile(path: path, libraries: Environment.pluginFolders)
  }

  /// Loads a rule with the words of the command line that are its own.
  ///
  /// - Throws: ``RuleProblem``, ``RuleProblems`` or ``UsageProblem``.
  init(_ path: String, words: [String], now: Instant, loader: RuleLoader) throws {
    let file = try Self.file(path)
    // Only a rule that was loaded tells its options; what it prints is shown for the load that counts.
    let hasOptions = words.contains { $0.hasPrefix("--") }
    var loaded = try loader.load(file, now: now, prints: !hasOptions)
    let arguments = try RuleArguments(words, options: loaded.options)
    if hasOptions {
      loaded = try loader.load(file, overrides: arguments.overrides, now: now)
    }
    self.loaded = loaded
    paths = arguments.paths
    plan = try PlanBuilder(registry: .builtin, rulePath: path, now: now)
      .plan(loaded.stages, sources: loaded.sources)
    if let path = paths.first, !plan.source.readsInput {
      throw UsageProblem(
        "the rule takes no files, such as \"\(path)\"; a folder is named by --library")
    }
  }
}
