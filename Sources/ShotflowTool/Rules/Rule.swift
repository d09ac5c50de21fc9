internal import Console
internal import LuaBridge
internal import Pipeline

/// A rule that was loaded and planned, ready to run, to check or to explain.
struct Rule {
  let loaded: LoadedRule
  let plan: PipelinePlan
  /// What runs behind it, one after the other.
  let following: [PipelinePlan]
  let paths: [String]
  /// Lays its pipelines out.
  private let builder: PlanBuilder
  /// Whether nobody wrote it but who wrote the program.
  private let isOfProgram: Bool

  /// Whether it comes along with the program, so that a library may be guessed for it.
  func comesAlong() throws -> Bool {
    isOfProgram ? true : ShippedRules.include(try loaded.identity())
  }

  /// The programs that it starts.
  var programs: [ProgramCall] { ([plan] + following).flatMap(\.programs) }

  /// The capabilities that its stages can't do without.
  var needs: [CapabilityNeed] { ([plan] + following).flatMap(\.needs) }

  /// Whether a stage does something outside of the run.
  var acts: Bool { ([plan] + following).contains(where: \.acts) }

  /// Whether a stage does something outside of the run, wherever the user wants output.
  var alwaysActs: Bool { ([plan] + following).contains(where: \.alwaysActs) }

  /// The folders that it names itself to put files into.
  var writtenFolders: [String] { ([plan] + following).flatMap(\.writtenFolders) }

  /// How many milliseconds may pass under a watch without an offer until the user is told; nil for
  /// any time.
  var quietTime: Int64? { ([plan] + following).compactMap(\.quietTime).min() }

  /// The words of its stages that leave alone what nobody was asked about.
  ///
  /// - Parameter hasOutput: whether the user named a place for what stages make.
  func attendedStages(hasOutput: Bool) -> [String] {
    let all = ([plan] + following).flatMap { $0.attendedStages(hasOutput: hasOutput) }
    return all.reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// Whether it reads the libraries that the command line names, and none of its own.
  var readsLibrariesOfTheRun: Bool {
    let source = plan.source.traits
    return source.ownLibrary == nil && (!source.readsInput || source.readsNamedLibraries)
  }

  /// Whether it sees the hidden assets of a library too.
  var includesHidden: Bool { ([plan] + following).contains { $0.source.traits.includesHidden } }

  /// The fields that it knows beside the standard ones, each once.
  var addedFields: [AddedField] {
    var found: [AddedField] = []
    found.add(([plan] + following).flatMap(\.fields.added))
    return found
  }

  /// Loads a rule with the words of the command line that are its own.
  ///
  /// - Parameters:
  ///   - runs: whether the rule is going to run, so that all its options have to be set.
  ///   - movesNow: whether it is evaluated at different moments, so that it can't read `now` while it
  ///     loads.
  ///   - messages: gets what the rule prints.
  /// - Throws: ``RuleProblems``, all of them, ``UncheckedRule`` or ``UsageProblem``.
  init(
    _ subject: RuleSubject, words: [String], now: Instant, runs: Bool = false,
    movesNow: Bool = false, configuration: Configuration? = nil, in tool: Tool, _ messages: Messages
  ) throws {
    try self.init(
      try tool.ruleFile(subject, messages), isOfProgram: subject.isOfProgram, words: words,
      now: now, runs: runs, movesNow: movesNow,
      settings: configuration.flatMap { RuleConfiguration($0, of: subject) }, in: tool,
      messages)
  }

  /// - Parameters:
  ///   - isOfProgram: whether the text is a part of the program.
  ///   - settings: values for its options, behind those of the command line.
  init(
    _ file: RuleFile, isOfProgram: Bool = false, words: [String], now: Instant,
    runs: Bool = false, movesNow: Bool = false, settings: RuleConfiguration? = nil, in tool: Tool,
    _ messages: Messages
  ) throws {
    self.isOfProgram = isOfProgram
    let path = file.path
    var loader = tool.loader(messages)
    loader.movesNow = movesNow
    // Only a rule that was loaded tells its options; what it prints is shown for the load that counts.
    let hasOptions = settings != nil || words.contains { $0.hasPrefix("--") }
    var loaded = try loader.inspect(file, now: now, prints: !hasOptions)
    let arguments = try RuleArguments(words, options: loaded.options)
    if hasOptions {
      let given = arguments.overrides
      let usual = try settings?.overrides(of: loaded.options, besides: given) ?? []
      loaded = try loader.inspect(file, overrides: usual + given, now: now)
    }
    try tool.checkPlugins(loaded.files)
    if let hindrance = loaded.hindrance {
      if runs { try Self.checkOptions(of: loaded) }
      throw UncheckedRule(options: loaded.unsetOptions, problem: hindrance)
    }
    self.loaded = loaded
    paths = arguments.paths
    builder = PlanBuilder(components: tool.components(of: loaded), rulePath: path, now: now)
    var plans = RulePlans(loaded, builder, path: path)
    (plan, following) = try plans.make()
    if runs { try Self.checkOptions(of: loaded) }
    if let path = paths.first, !plan.source.traits.readsInput {
      throw UsageProblem(
        "the rule takes no files, such as \"\(path)\"; a folder is named by --library")
    }
  }

  /// - Throws: ``UsageProblem`` when an option is not set that has to be.
  private static func checkOptions(of rule: LoadedRule) throws(UsageProblem) {
    let options = rule.unsetOptions.map { option in
      "--\(option.flag) <\(option.kind.rawValue)>" + (option.help.map { " (\($0))" } ?? "")
    }
    if let last = options.last {
      let others = options.dropLast().joined(separator: ", ")
      throw UsageProblem("the rule needs \(others)\(others.isEmpty ? "" : " and ")\(last)")
    }
  }
}

extension Rule {
  /// Its pipelines, laid out for another moment.
  ///
  /// - Throws: ``RuleProblems``.
  func plans(at now: Instant) throws -> [PipelinePlan] {
    guard builder.dependsOnMoment else { return [plan] + following }
    let builder = builder.at(now)
    return [try builder.plan(loaded.stages, sources: loaded.sources)]
      + (try loaded.following.enumerated().map { try builder.plan($1, behind: $0 + 1) })
  }

  /// The libraries that it reads: those of the command line, else the user's.
  ///
  /// - Throws: as ``LibraryChoice/unnamed(_:)``.
  func libraries(
    named names: [String], in tool: Tool,
    _ configuration: @autoclosure () throws -> Configuration
  ) throws -> LibraryChoice {
    guard names.isEmpty, readsLibrariesOfTheRun else { return LibraryChoice(named: names) }
    let choice = try LibraryChoice.unnamed(try configuration())
    let context = RunContext(
      components: tool.components, now: .current, ruleName: loaded.name, libraries: choice.names,
      ledgerPath: nil, input: InputOptions())
    // A source of another kind may need none.
    return plan.source.libraryPaths(in: context).isEmpty && !choice.names.isEmpty
      ? LibraryChoice(named: []) : choice
  }

  /// Runs its pipelines, one after the other.
  ///
  /// - Parameter outputDescriptor: where records go; 1 is standard output.
  func run(
    in context: RunContext, outputDescriptor: Int32 = 1, lanes: Int
  ) throws -> RunReport {
    func run(_ plan: PipelinePlan) throws -> RunReport {
      try PipelineRun(
        plan, in: context, functions: loaded, outputDescriptor: outputDescriptor, lanes: lanes
      ).run()
    }
    // The pipelines share one beginning and one end.
    let output = RecordOutput(descriptor: outputDescriptor, context.lines)
    do {
      let report = try following.reduce(run(plan)) { $0.followed(by: try run($1)) }
      do { try output.end() } catch RunProblem.outputClosed {}
      return report
    } catch {
      // What was begun is ended, so that a list is whole also after Ctrl-C.
      try? output.end()
      throw error
    }
  }
}

/// The words of a command line that are the rule's own: its options, and files to hand it.
struct RuleArguments {
  private(set) var overrides: [OptionOverride] = []
  private(set) var paths: [String] = []

  /// Sorts words into options that the rule has and file names.
  ///
  /// `--name value`, `--name=value`; a boolean stands alone, `--no-name` for false. Words behind
  /// `--` are file names.
  ///
  /// - Throws: ``UsageProblem`` when a word is neither, or an option does not take its value.
  init(_ words: [String], options: [RuleOption]) throws(UsageProblem) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        paths += rest
        return
      }
      guard word.hasPrefix("--"), word.count > 2 else {
        if word.hasPrefix("-"), word.count > 1 {
          throw UsageProblem("unknown option \"\(word)\"")
        }
        paths.append(word)
        continue
      }
      let (name, value) = Self.split(word)
      guard let option = options.first(where: { $0.flag == name || $0.name == name }) else {
        if name.hasPrefix("no-"), value == nil,
          let option = Self.boolean(name.dropFirst(3), options)
        {
          overrides.append(OptionOverride(option.flag, "false"))
          continue
        }
        throw UsageProblem.unknownOption(name, known: options.map(\.flag) + RunRequest.ownOptions)
      }
      guard let text = value ?? (option.kind == .boolean ? nil : rest.popFirst()) else {
        if option.kind != .boolean { throw UsageProblem("--\(name) takes \(option.summary)") }
        overrides.append(OptionOverride(option.flag, nil))
        continue
      }
      if let objection = option.objection(to: text) { throw UsageProblem(objection) }
      overrides.append(OptionOverride(option.flag, text))
    }
  }

  /// Takes the words of one rule off a list in which other rules follow: its options with their values,
  /// up to the first word that is none.
  static func leading(_ words: inout ArraySlice<String>, options: [RuleOption]) -> [String] {
    var own: [String] = []
    while let word = words.first, word.hasPrefix("-") {
      own.append(words.removeFirst())
      let (name, value) = split(word)
      let option = options.first { $0.flag == name || $0.name == name }
      if let option, value == nil, option.kind != .boolean, let text = words.popFirst() {
        own.append(text)
      }
    }
    return own
  }

  private static func split(_ word: String) -> (name: String, value: String?) {
    let body = word.dropFirst(2)
    guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
    return (String(body[..<equals]), String(body[body.index(after: equals)...]))
  }

  private static func boolean(_ name: Substring, _ options: [RuleOption]) -> RuleOption? {
    options.first { $0.kind == .boolean && ($0.flag == name || $0.name == name) }
  }
}
