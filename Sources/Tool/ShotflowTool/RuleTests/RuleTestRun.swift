internal import CatalogueLibrary
internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Plugins
internal import Sessions
internal import Synchronization
internal import Terminal

/// The run of one rule test, with a ledger and an output of its own.
struct RuleTestRun {
  let test: RuleTestCase
  let file: RuleTestFile
  var tool: Tool
  let messages: Messages
  /// True if golden files are written instead of compared.
  let records: Bool

  /// Returns the problems of the test; empty if it passes. Throws an error that prevents the run.
  func problems() throws -> [String] {
    if file.fixture == nil { return try problemsOfRule() }
    var tested = self
    tested.tool = tool.adding(LibraryKind(testing: try file.library()))
    return try tested.problemsOfRule()
  }

  private func problemsOfRule() throws -> [String] {
    let folder = try ScratchFolder()
    let now = try RunSettings.moment(test.now)
    let (input, library) = try given(in: folder)
    let rule = try Rule(
      try ruleFile(), words: test.words, now: now, runs: true, in: tool, messages)
    if case .assets(let assets) = test.input {
      if let problem = TestAssetCheck(rule.addedFields).problem(in: assets) { return [problem] }
    }
    if rule.plan.input.listsAlbums, library == nil {
      throw UsageProblem("a rule that lists albums is tested with a library")
    }
    let isDry = rule.alwaysActs || !rule.programs.isEmpty
    if isDry, test.answers != nil {
      throw UsageProblem(
        "a rule that acts or starts programs is tested as a dry run, which asks no user; leave out"
          + " answers")
    }
    // The test has its own ledger, and shares the cache of facts about files.
    let folders = try StateDirectories(
      environment: { name in
        name == "XDG_STATE_HOME"
          ? folder.path : Environment[name] ?? (name == "HOME" ? folder.path : nil)
      }, named: tool.folder)
    var context = tool.context(
      named: rule.loaded.name, on: library.map { [$0] } ?? [],
      components: tool.components(of: rule.loaded), now: now, storingIn: folders,
      usesCatalogue: false, input: input, out: isDry ? folder.path : nil, isDryRun: isDry)
    if rule.loaded.declared.imports {
      context.output.target = ImportTarget(["\(folder.path)/library"], isTyped: true)
    }
    context.services.notifier = test.answers.map { ScriptedNotifier($0) }
    var found = try problems(
      with: test.expectation, in: run(rule, context, folder, input), library, folder)
    if let again = test.again {
      found += try problems(
        with: again, in: run(rule, context, folder, try given(in: folder).0), library, folder
      ).map { "again: \($0)" }
    }
    if !found.isEmpty, !rule.programs.isEmpty {
      found.append("the programs of the rule are not started by tests")
    }
    return found
  }

  private func ruleFile() throws -> RuleFile {
    switch test.subject {
    case .rule(let name):
      let path =
        RuleFolders.isName(name) || name.hasPrefix("/") ? name : "\(file.folder)/\(name)"
      return try tool.ruleFile(.word(path), messages)
    case .stage(let call): return stage(call).file(in: tool, messages)
    }
  }

  /// Returns a rule of one stage, which can use the tested plugin: the one beside the tests, the
  /// one whose folder they are in, or one that all rules find.
  private func stage(_ call: String) -> StageRule {
    let name = file.name
    if file.fixture != nil {
      return StageRule(label: "stage", uses: [], calls: "source {}, \(call)")
    }
    let isFolder = access("\(file.folder)/init.lua", F_OK) == 0
    let isPlugin =
      isFolder || access("\(file.folder)/\(name).lua", F_OK) == 0
      || tool.pluginPlaces.plugin(named: name) != nil
    return StageRule(
      label: "stage", uses: isPlugin ? [name] : [], calls: "source {}, \(call)",
      folder: "\(file.folder)/", packages: isFolder ? [name: file.folder] : [:])
  }

  /// Returns the input of the rule, and the path of the library; nil if the test has none.
  private func given(in folder: ScratchFolder) throws -> (InputOptions, library: String?) {
    switch test.input {
    case .library(let name): return (InputOptions(descriptor: -1), try place(name))
    case .catalogue:
      let place = "\(folder.path)/catalogue"
      mkdir(place, 0o700)
      let path = try file.fixture?.write(for: file.library(), to: place)
      return (InputOptions(descriptor: -1), path)
    case .files(let names):
      return (InputOptions(descriptor: -1, paths: try names.map { Array(try place($0).utf8) }), nil)
    case .assets(let assets):
      var text = ByteBuffer()
      for (place, asset) in assets.enumerated() {
        guard case .table(let members) = asset else { continue }
        text.append(Self.record(members, at: place))
        text.append("\n")
      }
      return (InputOptions(descriptor: try folder.file(text.bytes)), nil)
    }
  }

  /// Returns the record of an asset that a test defines, with default values of required members.
  private static func record(_ members: [ArgumentMember], at place: Int) -> ArgumentValue {
    func has(_ name: String) -> Bool { members.contains { $0.name == name } }
    var all = [ArgumentMember("v", .integer(1)), ArgumentMember("kind", .text("asset"))]
      .filter { !has($0.name) }
    if !has("localIdentifier") {
      let name = members.first { $0.name == "filename" }?.value ?? .text("asset-\(place + 1)")
      all.append(ArgumentMember("localIdentifier", name))
    }
    if !has("mediaType"), !has("path") { all.append(ArgumentMember("mediaType", .text("image"))) }
    return .table(all + members)
  }

  private func place(_ name: String) throws -> String {
    guard name.utf8.first != UInt8(ascii: "/"), !name.pathNames.contains(".."), !name.isEmpty else {
      throw UsageProblem("\"\(name)\" is not below the folder of the tests")
    }
    let path = "\(file.folder)/\(name)"
    guard let real = RealPath(path) else {
      throw LibraryProblem.notFound("\"\(path)\": there is no such file or folder")
    }
    return real.text
  }

  /// Returns the records that one run prints, each a line of JSON.
  private func run(
    _ rule: Rule, _ context: RunContext, _ folder: ScratchFolder, _ input: InputOptions
  ) throws -> [String] {
    let output = try folder.file(UnsafeRawBufferPointer(start: nil, count: 0))
    defer { close(output) }
    for plan in rule.plans {
      var context = context
      context.request.input = input
      context.resources[OpenedLibraries.self] = OpenedLibraries()
      var plan = plan
      if context.request.libraries.isEmpty, !plan.input.isStandardInput {
        plan = plan.reading(TestSource(inPlaceOf: plan.source, plan.query))
      }
      let report = try PipelineRun(
        plan, in: context, functions: rule.loaded, outputDescriptor: output, lanes: 1
      ).run()
      if let failure = report.failures.first {
        throw UsageProblem("\(failure.asset): \(failure.reason)")
      }
    }
    return try ScratchFolder.text(of: output).split(separator: "\n").map(String.init)
  }

  private func problems(
    with expectation: RuleTestCase.Expectation, in lines: [String], _ library: String?,
    _ folder: ScratchFolder
  ) throws -> [String] {
    var problems = expectation.records.map { RecordMatch.problems(in: lines, $0) } ?? []
    if let count = expectation.count, count != lines.count {
      problems.append("\(RecordMatch.count(count)) expected, \(lines.count) came")
    }
    if let name = expectation.golden {
      problems += try GoldenFile(name, beside: file, library: library).problems(
        with: lines, records: records)
    }
    return problems
  }
}

/// A source with the assets that a test defines, in place of a library.
struct TestSource: SourceWork {
  /// The tests that an asset has to pass to be in the replaced source, such as those of an album.
  private let membership: AssetPredicate
  private let includesEverything: Bool

  /// Creates a source of the test's assets; of these it has the ones that `source` would have.
  init(inPlaceOf source: any SourceWork, _ query: Query) {
    let fetch = source.fetch(query)
    membership = fetch?.membership ?? .always
    includesEverything = fetch?.includesEverything ?? true
  }

  func open(_ query: Query, in context: RunContext) throws -> Answer {
    Answer(
      reader: try InputReader.open(context, includingEverything: includesEverything),
      residual: .conjunction([membership, query.predicate]))
  }

  func libraryPaths(in context: RunContext) -> [String] { [] }
}

/// A notifier that gives the answers of a test, in order; later offers expire.
final class ScriptedNotifier: Notifier {
  static let description = NotifierDescription(
    name: "script", summary: "answers as a test says")

  private let answers: Lock<ArraySlice<OfferAnswer>>

  init(_ answers: [OfferAnswer]) {
    self.answers = Lock(answers[...])
  }

  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome {
    next.outcome
  }

  func answer(
    to offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer { next }

  private var next: OfferAnswer {
    answers.withLock { $0.popFirst() } ?? OfferAnswer(.expired)
  }
}
