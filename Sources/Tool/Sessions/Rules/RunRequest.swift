internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminal

/// The options of a run, with its rule and the rule's own arguments.
package struct RunRequest {
  /// The rule; nil if none is given.
  package private(set) var subject: RuleSubject?
  /// The arguments that may be options of the rule or files for its input.
  package private(set) var ruleWords: [String] = []
  package var libraries: [String] = []
  private(set) var roots: [String] = []
  package private(set) var now: String?
  private(set) var isNullSeparated = false
  private(set) var auth: String?
  private(set) var chosen: [String] = []
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
  package private(set) var output = FormatRequest()
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

  /// Returns the same request, restricted to the library's assets with these local identifiers.
  func limited(to identifiers: [String]) -> RunRequest {
    var request = self
    request.auth = AuthorizationStatus.limited.rawValue
    request.chosen = identifiers
    return request
  }

  /// Returns the same request with another rule and other arguments for it.
  package func with(subject: RuleSubject?, ruleWords: [String]) -> RunRequest {
    var request = with(ruleWords: ruleWords)
    request.subject = subject
    return request
  }

  /// Returns the same request with other arguments for the rule.
  package func with(ruleWords: [String]) -> RunRequest {
    var request = self
    request.ruleWords = ruleWords
    return request
  }

  /// Returns the same request with a template for records, unless the user chose a form.
  package func printing(_ template: String) -> RunRequest {
    var request = self
    if output.isPlain { request.output.template = template }
    return request
  }

  /// Returns the same request with the user's settings for options that are not given.
  func with(_ configuration: Configuration) -> RunRequest {
    var request = self
    request.color = color ?? configuration.option("color")
    request.progress = progress ?? configuration.option("progress")
    request.output.standard = configuration.format
    return request
  }
}

/// The exact bytes of the command line's arguments, as names of files may not be UTF-8.
package struct CommandLineBytes {
  /// The arguments that are not UTF-8, in order, each with its text in which U+FFFD replaces bytes.
  private var repaired: [(word: String, bytes: [UInt8])] = []

  package init() {
    for pointer in UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    {
      guard let pointer, String(validatingCString: pointer) == nil else { continue }
      let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
      repaired.append((String(cString: pointer), Array(bytes)))
    }
  }

  /// Returns the bytes of an argument; each argument has to be passed once, in order.
  package mutating func bytes(of word: String) -> [UInt8] {
    guard let place = repaired.firstIndex(where: { $0.word == word }) else {
      return Array(word.utf8)
    }
    return repaired.remove(at: place).bytes
  }
}
