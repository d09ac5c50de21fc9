internal import Pipeline
internal import Platform

/// The parsed arguments of `shotflow run`: the rule, the options of every run, and the rule's own
/// arguments.
///
/// They are parsed by hand. The options of the run and of the rule are mixed, and setting up the
/// argument parser would take longer than a run on a small library. ``RunOptions`` declares the
/// same options for help and completions.
package struct RunRequest {
  /// The names of the options of every run, for suggestions.
  package static let ownOptions = [
    "library", "now", "auth", "chosen", "allow", "out", "out-fd", "notifier", "dry-run",
    "exit-status", "stats", "progress", "progress-fd", "color", "lanes", "no-catalogue", "help",
    "format", "fields", "template", "user", "trace", "shard", "partial", "plan", "engine",
    "workers", "master",
  ]

  /// The rule; nil if none is given.
  package private(set) var subject: RuleSubject?
  package private(set) var wantsHelp = false
  package private(set) var libraries: [String] = []
  package private(set) var now: String?
  private(set) var isNullSeparated = false
  private(set) var auth: String?
  private(set) var chosen: [String] = []
  private(set) var allowed: [String] = []
  package private(set) var out: String?
  package private(set) var outDescriptor: String?
  package private(set) var notifier: String?
  package private(set) var isDryRun = false
  package private(set) var usesCatalogue = true
  private(set) var usesExitStatus = false
  private(set) var wantsStatistics = false
  private(set) var progress: String?
  package private(set) var progressDescriptor: String?
  private(set) var color: String?
  private(set) var lanes: String?
  package private(set) var trace: String?
  /// The part of the library to process, and the engine.
  package private(set) var shard = ShardRequest()
  /// The output format of records.
  var output = FormatRequest()
  /// The options that may be the rule's, and files for its input.
  package private(set) var ruleWords: [String] = []

  /// - Parameter takesRule: true if the first argument that is no option is a rule.
  /// - Throws: ``UsageProblem`` if an option lacks its value, or has one that it does not take.
  package init(_ words: [String], takesRule: Bool = true) throws(UsageProblem) {
    var rest = words[...]
    var rule: (word: String, place: Int)?
    var lines: [String] = []
    var isOwn = false
    while let word = rest.popFirst() {
      if word == "--" {
        ruleWords += [word] + rest
        break
      }
      if takesRule, word == RuleSubject.textOption {
        guard let line = rest.popFirst() else { throw UsageProblem("-e takes the text of a rule") }
        lines.append(line)
        continue
      }
      if takesRule, word == "--user" {
        isOwn = true
        continue
      }
      if setFlag(word) { continue }
      let (name, value) = Self.split(word)
      if Self.takesValue(name) {
        if let value { set(name, value) } else { set(name, try Self.value(of: name, from: &rest)) }
      } else if Self.isFlag(name), value != nil {
        throw UsageProblem("\(name) takes no value")
      } else if takesRule, rule == nil, !word.hasPrefix("-") || word == RuleSubject.inputWord {
        rule = (word, ruleWords.count)
      } else {
        ruleWords.append(word)
      }
    }
    if lines.isEmpty {
      subject = rule.map { .word($0.word, isOwn: isOwn) }
    } else {
      subject = .text(lines.joined(separator: "\n"))
      // If a text is the rule, the first argument is the rule's own.
      if let rule { ruleWords.insert(rule.word, at: rule.place) }
    }
  }

  /// The given options that concern a single process: its output, or its permissions.
  var optionsOfOneProcess: [String] {
    let typed: [(String, Bool)] = [
      ("--dry-run", isDryRun), ("--out", out != nil), ("--out-fd", outDescriptor != nil),
      ("--notifier", notifier != nil), ("--exit-status", usesExitStatus),
      ("--stats", wantsStatistics), ("--trace", trace != nil), ("--lanes", lanes != nil),
      ("--no-catalogue", !usesCatalogue), ("-0", isNullSeparated),
      ("--format", output.format != nil), ("--template", output.template != nil),
      ("--fields", !output.fields.isEmpty),
    ]
    return typed.filter(\.1).map(\.0)
  }

  /// Returns the same request for some assets of the library alone.
  func limited(to identifiers: [String]) -> RunRequest {
    var request = self
    request.auth = AuthorizationStatus.limited.rawValue
    request.chosen = identifiers
    return request
  }

  /// Returns the same request with other arguments for the rule.
  package func with(ruleWords: [String]) -> RunRequest {
    var request = self
    request.ruleWords = ruleWords
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

  /// Creates the request of a command that runs no rule.
  package init(now: String?, lanes: String?) {
    self.now = now
    self.lanes = lanes
  }

  package init(
    _ options: RunOptions, subject: RuleSubject?, ruleWords: [String],
    shard: ShardRequest = ShardRequest()
  ) {
    self.subject = subject
    self.shard = shard
    self.ruleWords = ruleWords
    libraries = options.library
    now = options.now
    isNullSeparated = options.nullSeparated
    auth = options.auth
    chosen = options.chosen
    allowed = options.allow
    out = options.out
    outDescriptor = options.outFd
    notifier = options.notifier
    isDryRun = options.dryRun
    usesCatalogue = !options.noCatalogue
    usesExitStatus = options.exitStatus
    wantsStatistics = options.stats
    progress = options.progress
    progressDescriptor = options.progressFd
    color = options.color
    lanes = options.lanes
    trace = options.trace
    output = options.output.request(endsWithNUL: options.nullSeparated)
  }

  /// Returns the value after an option.
  ///
  /// Another option is not a value: `--out --dry-run` would put files into a folder of that name.
  private static func value(
    of name: String, from rest: inout ArraySlice<String>
  ) throws(UsageProblem) -> String {
    guard let value = rest.first, !value.hasPrefix("--") else {
      throw UsageProblem("\(name) takes a value")
    }
    return rest.removeFirst()
  }

  private static func isFlag(_ name: String) -> Bool {
    switch name {
    case "--help", "--dry-run", "--exit-status", "--stats", "--no-catalogue", "--partial": true
    default: false
    }
  }

  private mutating func setFlag(_ word: String) -> Bool {
    switch word {
    case "-h", "--help": wantsHelp = true
    case "-0": (isNullSeparated, output.endsWithNUL) = (true, true)
    case "--dry-run": isDryRun = true
    case "--exit-status": usesExitStatus = true
    case "--stats": wantsStatistics = true
    case "--no-catalogue": usesCatalogue = false
    case "--partial": shard.isPartial = true
    default: return false
    }
    return true
  }

  private mutating func set(_ name: String, _ value: String) {
    switch name {
    case "-l", "--library": libraries.append(value)
    case "--now": now = value
    case "--auth": auth = value
    case "--chosen": chosen.append(value)
    case "--allow": allowed.append(value)
    case "--out": out = value
    case "--out-fd": outDescriptor = value
    case "--notifier": notifier = value
    case "--progress": progress = value
    case "--progress-fd": progressDescriptor = value
    case "--color": color = value
    case "--lanes": lanes = value
    case "--trace": trace = value
    case "--format": output.format = value
    case "--fields": output.fields.append(value)
    case "--template": output.template = value
    case "--shard": shard.file = value
    case "--plan": shard.plan = value
    case "--engine": shard.engine = value
    case "--workers": shard.workers = value
    case "--master": shard.master = value
    default: preconditionFailure("an option that takes a value has a place for it")
    }
  }

  private static func takesValue(_ name: String) -> Bool {
    switch name {
    case "-l", "--library", "--now", "--auth", "--chosen", "--allow", "--out", "--out-fd",
      "--notifier", "--progress", "--progress-fd", "--color", "--lanes", "--trace",
      "--format", "--fields", "--template", "--shard", "--plan", "--engine", "--workers",
      "--master":
      true
    default: false
    }
  }

  private static func split(_ word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }
}

/// The exact bytes of the command line's arguments, as a file's name may not be UTF-8.
struct CommandLineBytes {
  /// The arguments that are not UTF-8, in order, each with its repaired text.
  private var repaired: [(word: String, bytes: [UInt8])] = []

  init() {
    for pointer in UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    {
      guard let pointer, String(validatingCString: pointer) == nil else { continue }
      let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
      repaired.append((String(cString: pointer), Array(bytes)))
    }
  }

  /// Returns the bytes of an argument; each argument has to be passed once, in order.
  mutating func bytes(of word: String) -> [UInt8] {
    guard let place = repaired.firstIndex(where: { $0.word == word }) else {
      return Array(word.utf8)
    }
    return repaired.remove(at: place).bytes
  }
}
