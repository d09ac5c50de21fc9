package import LuaBridge
package import Pipeline

/// A rule that was loaded and planned, ready to run, check or explain.
package struct Rule {
  package let loaded: LoadedRule
  /// The rule's pipelines, in the order in which they run.
  package private(set) var plans: [PipelinePlan]
  package let paths: [String]
  /// The libraries that plain arguments after the rule name.
  private let namedLibraries: [String]
  /// True if the number of results is printed, and no result.
  let countsAll: Bool
  /// True if the command line names folders, and selects nothing in them.
  let takesWholeFolders: Bool
  /// The words of the command line that set the rule's options, with their values.
  let optionWords: [String]
  /// The capabilities that options such as `--to`, or a rule that imports, grant by being typed; they
  /// count only for a rule that ships with the program.
  let typedCapabilities: [Capability]
  private let builder: PlanBuilder
  private let isOfProgram: Bool
  private let isTyped: Bool
  /// The libraries that options such as `--not-in` name, with which assets are compared.
  private let comparedLibraries: [String]
  /// True if the user typed the rule, or wrote it into the folder of the own rules, so that it may
  /// read a guessed library. False for a rule with modules, which others may have written.
  let isOfUser: Bool

  /// Returns true if the rule ships with the program, so that it may read a guessed library.
  func comesAlong() throws -> Bool {
    isOfProgram ? true : ShippedRules.include(try loaded.identity())
  }

  /// The first pipeline, which has the source of all.
  package var plan: PipelinePlan { plans[0] }

  /// Returns true if the user typed the name of a library with which assets are compared.
  func typesLibrary(_ name: String) -> Bool {
    isOfProgram || isTyped && loaded.files.isEmpty || comparedLibraries.contains(name)
  }

  /// The calls of other programs in the rule.
  package var programs: [ProgramCall] { plans.flatMap(\.programs) }

  /// The capabilities that the rule's stages require.
  package var needs: [RequiredCapability] { plans.flatMap(\.needs) }

  /// The remarks about tests that are valid, but probably do not mean what their author thinks.
  package var advice: [RuleProblem] { plans.flatMap(\.advice) }

  /// True if a stage has effects outside of the run, such as moving a file.
  package var acts: Bool { plans.contains(where: \.acts) }

  /// True if a stage has effects outside of the run even if the user names a folder for its output.
  package var alwaysActs: Bool { plans.contains(where: \.alwaysActs) }

  /// The folders outside of `--out` to which the rule's own text lets files be written.
  package var writtenFolders: [String] { plans.flatMap(\.writtenFolders) }

  /// The shortest configured time in milliseconds without an offer after which a watch warns the
  /// user; nil for none.
  package var quietTime: Int64? { plans.compactMap(\.quietTime).min() }

  /// Returns the names of the stages that skip assets about which the user was not asked.
  /// `hasOutput` is true if the user named a folder for files.
  func attendedStages(hasOutput: Bool) -> [String] {
    let all = plans.flatMap { $0.attendedStages(hasOutput: hasOutput) }
    return all.reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// True if the rule reads the libraries that the command line names, and none of its own.
  var readsLibrariesOfTheRun: Bool {
    let input = plan.input
    return input.ownLibrary == nil && (!input.isStandardInput || input.readsNamedLibraries)
  }

  /// True if the rule imports, and the command line names nothing to import from, so that a watch
  /// waits for cards and phones.
  package var awaitsMedia: Bool {
    loaded.declared.imports && namedLibraries.isEmpty && paths.isEmpty && readsLibrariesOfTheRun
  }

  /// True if the rule also sees the hidden assets of a library.
  package var includesHidden: Bool { plans.contains(where: \.input.includesHidden) }

  /// The fields that the rule knows besides the standard ones, each once.
  package var addedFields: [AddedField] {
    var found: [AddedField] = []
    found.add(plans.flatMap(\.fields.added))
    return found
  }

  /// Loads a rule with its own arguments of the command line; see the other initializer.
  package init(
    _ subject: RuleSubject, words: [String], now: Instant, runs: Bool = false,
    movesNow: Bool = false, configuration: Configuration? = nil, libraries: [String] = [],
    in tool: Tool, _ messages: Messages
  ) throws {
    try self.init(
      tool.ruleFile(subject, messages), of: subject, words: words, now: now, runs: runs,
      movesNow: movesNow, configuration: configuration, libraries: libraries, in: tool, messages)
  }

  /// Loads a rule's file with its own arguments of the command line.
  ///
  /// - Parameters:
  ///   - subject: the rule as the command line names it; nil for a file of another origin.
  ///   - runs: true if the rule is going to run, so that all its options have to be set.
  ///   - movesNow: true if the rule is evaluated again later, so that loading can't read `now`.
  ///   - configuration: the values of options that the command line does not give.
  ///   - libraries: the libraries of the command line, in which selected folders may be.
  ///   - messages: receives the output of the rule's `print`.
  /// - Throws: all problems as ``RuleProblems``, ``UncheckedRule`` or ``UsageProblem``.
  package init(
    _ file: RuleFile, of subject: RuleSubject? = nil, words: [String], now: Instant,
    runs: Bool = false, movesNow: Bool = false, configuration: Configuration? = nil,
    libraries: [String] = [], in tool: Tool, _ messages: Messages
  ) throws {
    var arguments = RuleArguments()
    do {
      var loader = tool.loader(messages)
      loader.movesNow = movesNow
      var loaded = try RuleArguments.load(
        file, words, RuleConfiguration(configuration, of: subject), now: now, by: loader, in: tool,
        noting: &arguments)
      if let stages = subject?.stages, !stages.isEmpty { loaded.stages = stages }
      try tool.checkPlugins(loaded.files)
      if let hindrance = loaded.hindrance {
        if runs { try Self.checkOptions(of: loaded) }
        throw UncheckedRule(options: loaded.unsetOptions, problem: hindrance)
      }
      isOfProgram = subject?.isOfProgram ?? false
      (namedLibraries, paths) =
        isOfProgram || loaded.readsStandardInput
        ? ([], arguments.paths)
        : try loaded.place(
          arguments.paths, besides: loaded.declared.imports ? [] : libraries, in: tool)
      let named = (loaded.declared.imports ? [] : libraries) + namedLibraries
      let selection = try loaded.select(arguments, in: named, of: tool)
      countsAll = selection?.countsAll ?? false
      takesWholeFolders = !named.isEmpty && selection?.narrows != true
      comparedLibraries = selection?.libraries ?? []
      if arguments.readsInput { try loaded.readStandardInput(for: "\"-\"") }
      self.loaded = loaded
      builder = PlanBuilder(
        components: tool.components(of: loaded), rulePath: file.path, now: now)
      plans = try loaded.plans(by: builder, in: tool)
      if runs { try Self.checkOptions(of: loaded) }
    } catch {
      guard let mistake = arguments.mistake(error) else { throw error }
      // A rule that has the problem without options, too, shows it with its line.
      do {
        _ = try Rule(
          file, of: subject, words: [], now: now, runs: runs, movesNow: movesNow,
          configuration: configuration, libraries: libraries, in: tool, messages)
      } catch let problem where problem is RuleProblems || problem is RuleProblem {
        throw problem
      } catch {}
      throw mistake
    }
    optionWords = arguments.optionWords
    typedCapabilities =
      ShippedRules.capabilities(typedIn: arguments.overrides, of: loaded.options)
      + (loaded.declared.imports ? [.write] : [])
    isTyped = subject?.isText ?? false
    let files = loaded.files
    isOfUser =
      files.isEmpty
      ? isTyped : files == [file.path] && tool.ruleFolders.isOnlyTheUsers(file.path)
    if let library = namedLibraries.first, !readsLibrariesOfTheRun {
      throw UsageProblem("the rule reads a library of its own, so leave out \"\(library)\"")
    }
  }

  /// Throws ``UsageProblem``, which names the options, if a required option is not set.
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
  /// Returns the rule's pipelines, planned for another moment; throws ``RuleProblems`` if a stage's
  /// value is invalid then.
  package func plans(at now: Instant) throws -> [PipelinePlan] {
    guard builder.dependsOnMoment else { return plans }
    let builder = builder.at(now)
    return [try builder.plan(loaded.stages, sources: loaded.sources)]
      + (try loaded.following.enumerated().map { try builder.plan($1, behind: $0 + 1) })
  }

  /// Returns the libraries that the rule reads: those of the command line, else the user's. Throws
  /// as ``LibraryChoice/unnamed(_:)``.
  package func libraries(
    named names: [String], in tool: Tool,
    _ configuration: @autoclosure () throws -> Configuration
  ) throws -> LibraryChoice {
    if loaded.declared.imports { return .importing(namedLibraries) }
    let names = names + namedLibraries
    guard names.isEmpty, readsLibrariesOfTheRun else { return LibraryChoice(named: names) }
    let choice = try LibraryChoice.unnamed(try configuration())
    let context = tool.context(named: loaded.name, on: choice.names)
    // Other kinds of sources may need no library.
    return plan.source.libraryPaths(in: context).isEmpty && !choice.names.isEmpty
      ? LibraryChoice(named: []) : choice
  }

  /// Returns the library that the rule imports into: that of the command line, else the user's; nil
  /// for a rule that imports nothing. Throws as ``LibraryChoice/unnamed(_:)``.
  func target(
    named names: [String], in tool: Tool,
    _ configuration: @autoclosure () throws -> Configuration
  ) throws -> ImportTarget? {
    guard loaded.declared.imports else { return nil }
    guard !names.contains("") else {
      throw UsageProblem("--library has an empty name; name a folder, such as --library ~/Pictures")
    }
    let own = try LibraryChoice.unnamed(try configuration())
    guard let name = names.first else {
      let isOpen = try !own.isGuessed || comesAlong()
      return ImportTarget(isOpen ? own.names : [], isOwn: true)
    }
    let folder = FolderPath(real: PathArguments.expanded(name))
    return ImportTarget(
      names.map(PathArguments.expanded),
      isOwn: own.names.contains { FolderPath(real: $0) == folder }, isTyped: true)
  }

  /// Returns the same rule, in which the user chooses the assets on which the stages at the end of
  /// its pipelines act.
  ///
  /// - Parameter hasOutput: True if the user named a destination for the files that stages make.
  func choosing(by acts: PageActs, hasOutput: Bool) -> Rule {
    func choosing(_ plan: PipelinePlan) -> PipelinePlan {
      let last = plan.lastActs(hasOutput: hasOutput)
      if last.isEmpty { return plan }
      let labels = last.map { (label: $0.name, text: $0.detail) }
      return plan.asking(by: ChoiceStep { try acts.choose(among: $0, for: labels, in: $1) })
    }
    var rule = self
    rule.plans = plans.map(choosing)
    return rule
  }

  /// Runs the rule's pipelines, one after the other.
  ///
  /// - Parameter outputDescriptor: the descriptor for records; 1 is standard output.
  package func run(
    in context: RunContext, outputDescriptor: Int32 = 1, lanes: Int
  ) throws -> RunReport {
    // The pipelines share one header and one end of the output.
    let output = RecordOutput(descriptor: outputDescriptor, context.output.lines)
    do {
      var report = RunReport()
      for plan in plans {
        let run = PipelineRun(
          plan, in: context, functions: loaded, outputDescriptor: outputDescriptor, lanes: lanes)
        report = report.followed(by: try run.run())
      }
      do { try output.end() } catch RunProblem.outputClosed {}
      return report
    } catch {
      // The output is ended properly, so that a list is complete also after Ctrl-C.
      try? output.end()
      throw error
    }
  }
}

extension LoadedRule {
  /// Returns the plans of all pipelines of the rule. Throws ``RuleProblems`` with all problems of the
  /// pipelines and of the rule's text.
  func plans(
    by builder: PlanBuilder, in tool: Tool
  ) throws(RuleProblems) -> [PipelinePlan] {
    var problems = problems + shadowedOptions(in: tool)
    func plan(_ stages: [StageCall], _ sources: [String], behind place: Int) -> PipelinePlan? {
      do throws(RuleProblems) {
        return try builder.plan(stages, sources: sources, behind: place) { function, fields in
          self.problems(in: function, knowing: fields)
        }
      } catch {
        problems += error.problems
        return nil
      }
    }
    let first = stages.isEmpty ? nil : plan(stages, sources, behind: 0)
    let next = following.enumerated().map { place, stages in plan(stages, [], behind: place + 1) }
    for (stages, plan) in zip(following, next) {
      if let first, let plan { problems += objections(to: plan, behind: first, stages) }
    }
    let plans = ([first] + next).compactMap(\.self)
    let needs = plans.flatMap(\.needs)
    for capability in Capability.allCases
    where !requirements.contains(where: { $0.capability == capability }) {
      if let need = needs.first(where: { $0.capability == capability }) {
        problems.append(need.problem)
      }
    }
    guard problems.isEmpty, first != nil else { throw RuleProblems(problems) }
    return plans
  }

  private func objections(
    to next: PipelinePlan, behind first: PipelinePlan, _ stages: [StageCall]
  ) -> [RuleProblem] {
    func problem(_ message: String, _ token: String) -> RuleProblem {
      RuleProblem(path: path, line: stages.first?.line ?? 0, message: message, token: token)
    }
    var found: [RuleProblem] = []
    // The user grants permissions for the first pipeline only.
    if next.input.isStandardInput || next.input.ownLibrary != first.input.ownLibrary {
      found.append(
        problem("a next pipeline reads the libraries of the first, as the first does", "source"))
    }
    if first.observed != nil || next.observed != nil {
      found.append(problem("a rule that observes has one pipeline", "observe"))
    }
    return found
  }
}

extension Rule {
  /// Returns the members that the rule's records may have.
  package func recordMembers(in tool: Tool) -> RecordMembers {
    var kinds: [RecordMembers.Kind] = []
    var isOpen = false
    for plan in plans {
      let input = plan.input
      let kind: RecordMembers.Kind =
        plan.countsAssets
        ? .count
        : plan.observed == nil
          ? input.listsAlbums ? .album : .asset : input.listsAlbums ? .albumChange : .change
      // The input may contain records of albums too.
      let both: [RecordMembers.Kind] =
        input.isStandardInput && kind != .count ? [kind, .album] : [kind]
      kinds += both.filter { !kinds.contains($0) }
      let isOpenInput = input.isStandardInput || !plan.programs.isEmpty
      isOpen = isOpen || isOpenInput && kind != .count
    }
    let showsDamage = plans.contains { plan in
      plan.query.predicate.fields.contains(.damage)
        || plan.steps.contains { $0.facets.contains(.end) }
    }
    return RecordMembers(
      kinds, adding: addedFields, shown: shownFields, showsDamage: showsDamage,
      countedKeys: plan.steps.last?.traits.countedKeys ?? [], isOpen: isOpen, in: tool)
  }

  /// The fields that the rule's stages add, without the standard ones.
  private var shownFields: [String] {
    plans.reduce(into: []) { names, plan in
      for (place, field) in plan.fields.added.enumerated()
      where !plan.fields.given.contains(Field(addedAt: place)) && !names.contains(field.name) {
        names.append(field.name)
      }
    }
  }
}
