internal import LuaBridge
internal import Pipeline

/// A rule that was loaded and planned, ready to run, to check or to explain.
struct Rule {
  let loaded: LoadedRule
  let plan: PipelinePlan
  /// What runs behind it, one after the other.
  let following: [PipelinePlan]
  let paths: [String]

  /// The programs that it starts.
  var programs: [ProgramCall] { ([plan] + following).flatMap(\.programs) }

  /// The fields that it knows beside the standard ones, each once.
  var addedFields: [AddedField] {
    var found: [AddedField] = []
    for field in ([plan] + following).flatMap(\.fields.added)
    where !found.contains(where: { ($0.name, $0.type) == (field.name, field.type) }) {
      found.append(field)
    }
    return found
  }

  /// Loads a rule with the words of the command line that are its own.
  ///
  /// - Parameter messages: gets what the rule prints.
  /// - Throws: ``RuleProblem``, ``RuleProblems`` or ``UsageProblem``.
  init(
    _ path: String, words: [String], now: Instant, in tool: Tool, _ messages: Messages
  ) throws {
    let file = try tool.ruleFile(path)
    let loader = tool.loader(messages)
    // Only a rule that was loaded tells its options; what it prints is shown for the load that counts.
    let hasOptions = words.contains { $0.hasPrefix("--") }
    var loaded = try loader.load(file, now: now, prints: !hasOptions)
    let arguments = try RuleArguments(words, options: loaded.options)
    if hasOptions {
      loaded = try loader.load(file, overrides: arguments.overrides, now: now)
    }
    self.loaded = loaded
    paths = arguments.paths
    let builder = PlanBuilder(components: tool.components, rulePath: path, now: now)
    let plan = try builder.plan(loaded.stages, sources: loaded.sources)
    self.plan = plan
    following = try loaded.following.map { stages in
      let next = try builder.plan(stages)
      // What a person permits, they permit for the first.
      guard !next.source.traits.readsInput,
        next.source.traits.ownLibrary == plan.source.traits.ownLibrary
      else {
        throw RuleProblem(
          path: path, line: stages.first?.line ?? 0,
          message: "a next pipeline reads the libraries of the first, as the first does",
          token: "source")
      }
      guard plan.observed == nil, next.observed == nil else {
        throw RuleProblem(
          path: path, line: stages.first?.line ?? 0,
          message: "a rule that observes has one pipeline", token: "observe")
      }
      return next
    }
    if let call = programs.first,
      !loaded.wishes.contains(where: { $0.capability == .exec })
    {
      throw RuleProblem(
        path: call.rulePath, line: call.line,
        message: "exec starts a program, which the rule has to ask for; add to its pipeline:"
          + " wants = { exec = \"why it is needed\" }", token: "exec")
    }
    if let path = paths.first, !plan.source.traits.readsInput {
      throw UsageProblem(
        "the rule takes no files, such as \"\(path)\"; a folder is named by --library")
    }
  }
}
