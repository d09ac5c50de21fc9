internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminal

/// The options of a run, and the arguments of its rule.
package struct RunRequest {
  /// The arguments that may be options of the rule or files for its input.
  package var ruleWords: [String] = []
  package var libraries: [String] = []
  private(set) var roots: [String] = []
  package private(set) var now: String?
  private(set) var isNullSeparated = false
  var auth: String?
  var chosen: [String] = []
  private(set) var allowed: [String] = []
  package private(set) var out: String?
  package private(set) var outDescriptor: String?
  package private(set) var notifier: String?
  package private(set) var isDryRun = false
  /// True if the run waits for another one that moves files of its library.
  package private(set) var waits = true
  package private(set) var usesCatalogue = true
  package private(set) var includesEverything = false
  /// True if descriptions that cameras wrote by themselves count, too.
  private(set) var includesCameraTexts = false
  private(set) var usesExitStatus = false
  /// True if no message says which files the run moved, copied, linked or trashed.
  private(set) var isQuiet = false
  package private(set) var wantsStatistics = false
  private(set) var progress: String?
  package private(set) var progressDescriptor: String?
  private(set) var color: String?
  private(set) var lanes: String?
  package private(set) var trace: String?
  /// The options that select a part of the library and the processes to run on it.
  package var shard = ShardRequest()
  /// The output format of records.
  package var output = FormatRequest()
  /// The given options on the output or permissions of one process, which Spark's can't have.
  var optionsOfOneProcess: [String] = []

  /// The options of every run, in the order of the help.
  package static let options: [RunOption] =
    (first + formats.map(\.ofOneProcess) + others).map {
      var option = $0
      option.input.refusesTruth = true
      return option
    }

  private static let formats = FormatRequest.entries.map { entry in
    entry.lifted { (request: inout RunRequest, set) throws(UsageProblem) in try set(&request.output)
    }
  }

  private static let first: [RunOption] = [
    RunOption(
      "--library -l", value: "folder",
      help: """
        A library: a folder of pictures. May be repeated. Without it: SHOTFLOW_LIBRARY, then \
        library in the configuration file, then your folder for pictures.
        """,
      values: .libraries, isRepeated: true
    ) { $0.libraries.append($1) },
    RunOption(
      "--root", value: "old=new",
      help: """
        Where a folder is that a catalogue names: /srv/photos=~/Pictures. May be repeated; the \
        setting roots does the same for every run.
        """,
      isRepeated: true
    ) { $0.roots.append($1) }.ofOneProcess,
    RunOption(
      "--everything",
      help: """
        Files of a folder, and paths, that are neither pictures nor movies, too. With the word \
        typed behind it instead: descriptions that cameras wrote by themselves, too.
        """,
      followedBy: "typed"
    ) { request, word in
      request.includesEverything = request.includesEverything || word.isEmpty
      request.includesCameraTexts = request.includesCameraTexts || !word.isEmpty
    },
    RunOption(
      "--now", value: "2015-09-27T21:29:40Z",
      help: """
        The moment of the run, instead of the clock's: a date, -30s or +1h from now, or seconds \
        since 1970.
        """,
      takesDashes: true
    ) { $0.now = $1 },
  ]

  private static let others: [RunOption] = [
    RunOption(
      "-0",
      help: """
        Paths on standard input are separated by NUL; paths and templates that are printed, too.
        """
    ) { request, _ in (request.isNullSeparated, request.output.endsWithNUL) = (true, true) }
    .ofOneProcess,
    RunOption(
      "--auth", value: "state",
      help: """
        Try a state of permission, for this run and all its libraries: notDetermined, restricted, \
        denied, authorized or limited.
        """,
      values: .cases(of: AuthorizationStatus.self)
    ) { $0.auth = $1 },
    RunOption(
      "--chosen", value: "identifier",
      help: "With --auth limited: an asset that the rule sees. May be repeated.", isRepeated: true
    ) { $0.chosen.append($1) },
    RunOption(
      "--allow", value: "name",
      help: """
        Allow for this run: clipboard, desktop, exec, network, references or write. May be \
        repeated.
        """,
      values: .list(.choices { _ in Capability.allCases.map { ($0.rawValue, $0.summary) } }),
      isRepeated: true
    ) { $0.allowed.append($1) },
    RunOption(
      "--out", value: "folder", help: "The folder that loaded files are put into."
    ) { $0.out = $1 }.ofOneProcess,
    RunOption(
      "--out-fd", value: "number",
      help: "An open descriptor that pictures are written to, back to back."
    ) { $0.outDescriptor = $1 }.ofOneProcess,
    RunOption(
      "--notifier", value: "name",
      help: "The notifier that asks about offers; without it, the terminal where there is one.",
      values: .choices { NotifierChoice.all(in: $0).map { ($0.name, $0.summary) } }
    ) { $0.notifier = $1 }.ofOneProcess,
    RunOption(
      "--dry-run", help: "Change nothing, ask about nothing and remember nothing; only print."
    ) { request, _ in request.isDryRun = true }.ofOneProcess,
    RunOption(
      "--no-wait", help: "End with status 75 where another run moves files of the library."
    ) { request, _ in request.waits = false }.ofOneProcess,
    RunOption(
      "--exit-status", help: "Exit with 0 or 1 by what was printed, whatever could not be read."
    ) {
      request, _ in request.usesExitStatus = true
    }.ofOneProcess,
    RunOption(
      "--quiet",
      help: "Don't say at the end what was moved, copied, linked, trashed, sent or left out."
    ) { request, _ in request.isQuiet = true }.ofOneProcess,
    RunOption(
      "--stats", help: "Tell what every step did, on standard error."
    ) { request, _ in request.wantsStatistics = true }.ofOneProcess,
    RunOption(
      "--no-catalogue", help: "Read every file again: don't use or keep what earlier runs read."
    ) { request, _ in request.usesCatalogue = false }.ofOneProcess,
    RunOption(
      "--progress", value: "mode",
      help: """
        How far the run is, on standard error: auto, bar, plain, json or none. Auto is a bar on a \
        terminal while records go to a file.
        """,
      values: .cases(of: ProgressMode.self)
    ) { $0.progress = $1 },
    RunOption(
      "--progress-fd", value: "number",
      help: "An open descriptor that progress goes to as JSON."
    ) { $0.progressDescriptor = $1 },
    RunOption(
      "--color", value: "when", help: "Colour in messages and tables: auto, always or never.",
      values: .cases(of: ColorChoice.self)
    ) { $0.color = $1 },
    RunOption(
      "--lanes", value: "number",
      help: "How many threads work side by side; as many as there are processors."
    ) { $0.lanes = $1 }.ofOneProcess,
    RunOption(
      "--trace", value: "file",
      help: "Write what each step did and when to a file, in Chrome's trace format."
    ) { $0.trace = $1 }.ofOneProcess,
  ]

  /// The options of `run` that select a part of the library, and the processes to run on it.
  package static let shardOptions: [RunOption] = [
    RunOption(
      "--engine", value: "engine",
      help: """
        The engine: one (this process), processes (several of this computer) or spark (Apache \
        Spark).
        """,
      values: .cases(of: ShardRequest.Engine.self)
    ) { $0.shard.engine = $1 },
    RunOption(
      "--workers", value: "number",
      help: "With --engine processes: how many; as many as there are processors without it."
    ) { $0.shard.workers = $1 },
    RunOption(
      "--master", value: "master",
      help: "With --engine spark: where Spark runs, such as local[2] or yarn."
    ) { $0.shard.master = $1 },
    RunOption(
      "--shard", value: "file",
      help: """
        Look only at the assets whose places are in this file, as split writes them; - for \
        standard input.
        """
    ) { $0.shard.file = $1 },
    RunOption(
      "--partial",
      help: "With --shard: do the part of a shard, for the process that puts the results together."
    ) { request, _ in request.shard.isPartial = true },
    RunOption(
      "--plan", value: "digest",
      help: "With --partial: the digest of the plan that the shard is of."
    ) { $0.shard.plan = $1 },
  ]

  /// The same options for commands whose help does not list them.
  package static var hiddenShardOptions: [RunOption] {
    shardOptions.map {
      var option = $0
      option.input.isShown = false
      return option
    }
  }

  /// The names of all options without their dashes, for suggestions.
  package static let ownOptions: [String] =
    (options + shardOptions).flatMap(\.input.names).filter { $0.hasPrefix("--") }
    .map { String($0.dropFirst(2)) } + ["help"] + RuleFolders.Origin.allCases.map(\.rawValue)

  package init() {}

  /// The same request for a run without effects and messages.
  var withoutEffects: RunRequest {
    var request = self
    (request.isDryRun, request.isQuiet) = (true, true)
    return request
  }

  /// Creates the request of a command without a rule, from the texts after `--now` and `--lanes`.
  package init(now: String?, lanes: String?) {
    self.now = now
    self.lanes = lanes
  }
}

/// An option of a run, and what it sets.
package typealias RunOption = CommandEntry<RunRequest>

extension RunOption {
  /// The same option, about one process's output or permissions, so that Spark can't have it.
  fileprivate var ofOneProcess: RunOption {
    let (name, set) = (input.names[0], set)
    return RunOption(input) { (request, text) throws(UsageProblem) in
      try set(&request, text)
      request.optionsOfOneProcess.append(name)
    }
  }
}

extension RunRequest {
  /// Parses options of a run; all other arguments are the rule's. Throws ``UsageProblem`` if an
  /// option lacks its value, or has one that it does not take.
  package init(_ words: [String]) throws(UsageProblem) {
    self.init()
    let rest = RunOption.rest("words", "") { $0.ruleWords.append($1) }
    try RunOption.parse(words, by: Self.options + [rest], into: &self) { UsageProblem($0) }
  }

  /// Takes the user's settings for options that are not given.
  mutating func complete(by configuration: Configuration) {
    color = color ?? configuration.option("color")
    progress = progress ?? configuration.option("progress")
    output.standard = configuration.format
  }
}

/// The options that select a part of a library, and the processes that run the rule.
package struct ShardRequest {
  /// The file with the positions of the assets to process, `-` for standard input; nil for all.
  package var file: String?
  /// True if this process runs on a part and another one merges the results.
  var isPartial = false
  /// The hash of the plan that the part was made for; nil for any plan.
  var plan: String?
  package var engine: String?
  var workers: String?
  var master: String?

  /// The processes that run the rule.
  package enum Engine: String, CaseIterable {
    /// This process alone.
    case one
    /// Several processes on this computer, each for a part of the library.
    case processes
    case spark
  }

  /// Returns the engine; throws ``UsageProblem`` for options that contradict each other.
  func engine(_ request: RunRequest) throws(UsageProblem) -> Engine {
    guard let engine = Engine(rawValue: engine ?? Engine.one.rawValue) else {
      throw UsageProblem("--engine takes one, processes or spark, not \"\(engine ?? "")\"")
    }
    if isPartial, file == nil {
      throw UsageProblem("--partial goes with --shard, which names the assets")
    }
    if plan != nil, !isPartial { throw UsageProblem("--plan goes with --partial") }
    if workers != nil, engine != .processes {
      throw UsageProblem("--workers goes with --engine processes")
    }
    if master != nil, engine != .spark { throw UsageProblem("--master goes with --engine spark") }
    guard file != nil || engine != .one else { return engine }
    let name = file == nil ? "--engine" : "--shard"
    if file != nil, engine != .one {
      throw UsageProblem("--shard is for one part of the work, and --engine makes the parts")
    }
    if file == nil, request.trace != nil {
      throw UsageProblem("\(name) does not go with --trace, which follows one process")
    }
    if request.auth != nil {
      throw UsageProblem("\(name) does not go with --auth")
    }
    return engine
  }

  /// Returns the number of worker processes, `lanes` without `--workers`. Throws ``UsageProblem``
  /// unless it is from 1 to 256.
  func workers(lanes: Int) throws(UsageProblem) -> Int {
    guard let workers else { return lanes }
    guard let number = Int(workers), (1...256).contains(number) else {
      throw UsageProblem("--workers takes a number from 1 to 256, not \"\(workers)\"")
    }
    return number
  }
}
