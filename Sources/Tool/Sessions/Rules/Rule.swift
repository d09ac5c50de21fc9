package import LuaBridge
package import Pipeline

/// A rule that was loaded and planned, ready to run, check or explain.
package struct Rule {
  package let loaded: LoadedRule
  package let plan: PipelinePlan
  /// The pipelines that run after the first one, in order.
  package let following: [PipelinePlan]
  let paths: [String]
  private let builder: PlanBuilder
  private let isOfProgram: Bool

  /// Returns true if the rule ships with the program, so that it may read a guessed library.
  func comesAlong() throws -> Bool {
    isOfProgram ? true : ShippedRules.include(try loaded.identity())
  }

  /// The calls of other programs in the rule.
  package var programs: [ProgramCall] { ([plan] + following).flatMap(\.programs) }

  /// The capabilities that the rule's stages require.
  package var needs: [RequiredCapability] { ([plan] + following).flatMap(\.needs) }

  /// The remarks about tests that are valid, but probably do not mean what their author thinks.
  package var advice: [RuleProblem] { ([plan] + following).flatMap(\.advice) }

  /// True if a stage has effects outside of the run, such as moving a file.
  package var acts: Bool { ([plan] + following).contains(where: \.acts) }

  /// True if a stage has such effects even if the user names a folder for its output.
  package var alwaysActs: Bool { ([plan] + following).contains(where: \.alwaysActs) }

  /// The folders outside of `--out` to which the rule's own text lets files be written.
  package var writtenFolders: [String] { ([plan] + following).flatMap(\.writtenFolders) }

  /// The shortest configured time in milliseconds without an offer after which a watch warns the
  /// user; nil for none.
  package var quietTime: Int64? { ([plan] + following).compactMap(\.quietTime).min() }

  /// Returns the names of the stages that skip assets about which the user was not asked.
  /// `hasOutput` is true if the user named a folder for files.
  func attendedStages(hasOutput: Bool) -> [String] {
    let all = ([plan] + following).flatMap { $0.attendedStages(hasOutput: hasOutput) }
    return all.reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// True if the rule reads the libraries that the command line names, and none of its own.
  var readsLibrariesOfTheRun: Bool {
    let input = plan.input
    return input.ownLibrary == nil && (!input.isStandardInput || input.readsNamedLibraries)
  }

  /// True if the rule also sees the hidden assets of a library.
  package var includesHidden: Bool { ([plan] + following).contains(where: \.input.includesHidden) }

  /// The fields that the rule knows besides the standard ones, each once.
  package var addedFields: [AddedField] {
    var found: [AddedField] = []
    found.add(([plan] + following).flatMap(\.fields.added))
    return found
  }

  /// Loads a rule with its own arguments of the command line.
  ///
  /// - Parameters:
  ///   - runs: true if the rule is going to run, so that all its options have to be set.
  ///   - movesNow: true if it is evaluated at different times, so that loading can't read `now`.
  ///   - messages: receives the output of the rule's `print`.
  /// - Throws: all problems as ``RuleProblems``, ``UncheckedRule`` or ``UsageProblem``.
  package init(
    _ subject: RuleSubject, words: [String], now: Instant, runs: Bool = false,
    movesNow: Bool = false, configuration: Configuration? = nil, in tool: Tool, _ messages: Messages
  ) throws {
    try self.init(
      try tool.ruleFile(subject, messages), isOfProgram: subject.isOfProgram, words: words,
      now: now, runs: runs, movesNow: movesNow,
      settings: configuration.flatMap { RuleConfiguration($0, of: subject) }, in: tool,
      messages)
  }

  /// Loads a rule's text. `isOfProgram` is true for a part of the program; `settings` are values
  /// for its options, which the command line overrides.
  package init(
    _ file: RuleFile, isOfProgram: Bool = false, words: [String], now: Instant,
    runs: Bool = false, movesNow: Bool = false, settings: RuleConfiguration? = nil, in tool: Tool,
    _ messages: Messages
  ) throws {
    self.isOfProgram = isOfProgram
    let path = file.path
    var loader = tool.loader(messages)
    loader.movesNow = movesNow
    // The options are known only after loading; prints are shown for the last load alone.
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
    if arguments.readsInput { try loaded.readStandardInput() }
    self.loaded = loaded
    paths = arguments.paths
    builder = PlanBuilder(components: tool.components(of: loaded), rulePath: path, now: now)
    var plans = RulePlans(loaded, builder, path: path)
    (plan, following) = try plans.make()
    if runs { try Self.checkOptions(of: loaded) }
    if let path = paths.first, !plan.input.isStandardInput, !isOfProgram {
      throw UsageProblem(
        "the rule takes no files, such as \"\(path)\"; a folder is named by --library")
    }
  }

  /// - Throws: ``UsageProblem`` if a required option is not set.
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
  /// Returns the rule's pipelines, planned for another moment; throws ``RuleProblems``.
  package func plans(at now: Instant) throws -> [PipelinePlan] {
    guard builder.dependsOnMoment else { return [plan] + following }
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
    guard names.isEmpty, readsLibrariesOfTheRun else { return LibraryChoice(named: names) }
    let choice = try LibraryChoice.unnamed(try configuration())
    let context = tool.context(named: loaded.name, on: choice.names)
    // Other kinds of sources may need no library.
    return plan.source.libraryPaths(in: context).isEmpty && !choice.names.isEmpty
      ? LibraryChoice(named: []) : choice
  }

  /// Runs the rule's pipelines, one after the other.
  ///
  /// - Parameter outputDescriptor: the descriptor for records; 1 is standard output.
  package func run(
    in context: RunContext, outputDescriptor: Int32 = 1, lanes: Int
  ) throws -> RunReport {
    func run(_ plan: PipelinePlan) throws -> RunReport {
      try PipelineRun(
        plan, in: context, functions: loaded, outputDescriptor: outputDescriptor, lanes: lanes
      ).run()
    }
    // The pipelines share one header and one end of the output.
    let output = RecordOutput(descriptor: outputDescriptor, context.output.lines)
    do {
      let report = try following.reduce(run(plan)) { $0.followed(by: try run($1)) }
      do { try output.end() } catch RunProblem.outputClosed {}
      return report
    } catch {
      // The output is ended properly, so that a list is complete also after Ctrl-C.
      try? output.end()
      throw error
    }
  }
}

/// The arguments of a command line that belong to the rule: its options, and files for its input.
package struct RuleArguments {
  private(set) var overrides: [OptionOverride] = []
  private(set) var paths: [String] = []
  /// True if `-` was typed: standard input replaces the library that the rule reads.
  private(set) var readsInput = false

  /// Sorts arguments into options of the rule, `--name value` or `--name=value`, `-` for standard
  /// input, and names of files, also after `--`. A boolean stands alone, with `--no-name` for false.
  /// Throws ``UsageProblem`` for an unknown option or an invalid value.
  init(_ words: [String], options: [RuleOption]) throws(UsageProblem) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        paths += rest
        break
      }
      if word == RuleSubject.inputWord {
        readsInput = true
        continue
      }
      guard word.hasPrefix("--"), word.count > 2 else {
        if word.hasPrefix("-") { throw UsageProblem("unknown option \"\(word)\"") }
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
        if let problem = UsageProblem.truth(rest.first, behind: name, isDeniable: true) {
          throw problem
        }
        overrides.append(OptionOverride(option.flag, nil))
        continue
      }
      if let objection = option.objection(to: text) { throw UsageProblem(objection) }
      overrides.append(OptionOverride(option.flag, text))
    }
    if readsInput, let path = paths.first {
      throw UsageProblem(
        "\"-\" reads standard input, so leave it out, or the file \"\(path)\"")
    }
  }

  /// Removes one rule's options and their values from the start of a list in which other rules
  /// follow.
  package static func leading(_ words: inout ArraySlice<String>, options: [RuleOption]) -> [String]
  {
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

extension LoadedRule {
  /// Makes the rule's source read standard input in place of a library. Throws ``UsageProblem`` if
  /// it reads something that standard input can't have.
  fileprivate mutating func readStandardInput() throws(UsageProblem) {
    guard let place = stages.firstIndex(where: { $0.name == "source" }) else {
      throw UsageProblem(
        "\"-\" reads standard input in place of a library, and the rule has no source for either")
    }
    guard following.isEmpty else {
      throw UsageProblem(
        "the rule has a next pipeline, which reads a library, so \"-\" can't replace that")
    }
    let call = stages[place]
    var members: [ArgumentMember] = []
    if case .table(let given)? = call.arguments.first { members = given }
    if members.contains(where: { $0.name == "stdin" }) { return }
    if let other = members.first(where: Self.isOfLibrary) {
      throw UsageProblem(
        "the rule reads \(other.name) = \(other.value.quoted), so \"-\" for standard input can't"
          + " replace that")
    }
    members.append(ArgumentMember("stdin", .flag(true)))
    stages[place] = StageCall(
      name: call.name, arguments: [.table(members)], line: call.line, path: call.path)
  }

  /// Returns true for an option of a source without which a library is not read, or not as a whole.
  private static func isOfLibrary(_ member: ArgumentMember) -> Bool {
    switch member.name {
    case "albums", "library", "exec": true
    case "album":
      switch member.value.texts?.first.flatMap(CollectionSubtype.init(rawValue:)) {
      case nil, .albumRegular, .albumImported, .albumCloudShared, .smartAlbumUserLibrary,
        .smartAlbumRecentlyAdded:
        true
      default: member.value.texts?.count != 1
      }
    default: false
    }
  }
}

extension Rule {
  /// Returns the members that the rule's records may have.
  package func recordMembers(in tool: Tool) -> RecordMembers {
    var kinds: [RecordMembers.Kind] = []
    var isOpen = false
    for plan in [plan] + following {
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
    return RecordMembers(
      kinds, adding: addedFields, shown: shownFields, isOpen: isOpen, in: tool)
  }

  /// The fields that the rule's stages add, without the standard ones.
  private var shownFields: [String] {
    ([plan] + following).reduce(into: []) { names, plan in
      for (place, field) in plan.fields.added.enumerated()
      where !plan.fields.given.contains(Field(addedAt: place)) && !names.contains(field.name) {
        names.append(field.name)
      }
    }
  }
}
