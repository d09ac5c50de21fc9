internal import Console
internal import Formats
internal import Pipeline

/// The words of `shotflow run`, sorted: the rule, the options that every run has, and the rest,
/// which is the rule's.
///
/// Sorted by hand. The options of two owners stand among each other, and the argument parser would
/// take longer to lay out its tables than a run on a small library takes. ``RunOptions`` declares
/// the same options for help and completions.
struct RunRequest {
  /// The names of the options that every run has, for suggestions.
  static let ownOptions = [
    "library", "now", "auth", "chosen", "allow", "out", "out-fd", "notifier", "dry-run",
    "exit-status", "stats", "progress", "progress-fd", "color", "lanes", "no-catalogue", "help",
    "format", "fields", "template", "user", "trace", "shard", "partial", "plan", "engine",
    "workers", "master",
  ]

  /// The rule; nil when none is given.
  private(set) var subject: RuleSubject?
  private(set) var wantsHelp = false
  private(set) var libraries: [String] = []
  private(set) var now: String?
  private(set) var isNullSeparated = false
  private(set) var auth: String?
  private(set) var chosen: [String] = []
  private(set) var allowed: [String] = []
  private(set) var out: String?
  private(set) var outDescriptor: String?
  private(set) var notifier: String?
  private(set) var isDryRun = false
  private(set) var usesCatalogue = true
  private(set) var usesExitStatus = false
  private(set) var wantsStatistics = false
  private(set) var progress: String?
  private(set) var progressDescriptor: String?
  private(set) var color: String?
  private(set) var lanes: String?
  private(set) var trace: String?
  /// The part of a library that it looks at, and who does the work.
  private(set) var shard = ShardRequest()
  /// How records are printed.
  var output = FormatRequest()
  /// Options that the rule may have, and files to hand it.
  private(set) var ruleWords: [String] = []

  /// - Parameter takesRule: whether the first word that is no option is a rule.
  /// - Throws: ``UsageProblem`` when an option lacks its value, or has one that it does not take.
  init(_ words: [String], takesRule: Bool = true) throws(UsageProblem) {
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
      // Where the text is the rule, the word is one of the rule's own.
      if let rule { ruleWords.insert(rule.word, at: rule.place) }
    }
  }

  /// The options that were typed and say something of this process, of its output or of what it may
  /// do.
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

  /// The same for some assets of the library alone.
  func limited(to identifiers: [String]) -> RunRequest {
    var request = self
    request.auth = AuthorizationStatus.limited.rawValue
    request.chosen = identifiers
    return request
  }

  /// The same with other words for the rule.
  func with(ruleWords: [String]) -> RunRequest {
    var request = self
    request.ruleWords = ruleWords
    return request
  }

  /// The same with the user's settings where the command line says nothing.
  func with(_ configuration: Configuration) -> RunRequest {
    var request = self
    request.color = color ?? configuration.option("color")
    request.progress = progress ?? configuration.option("progress")
    request.output.standard = configuration.format
    return request
  }

  /// What a command says that runs no rule.
  init(now: String?, lanes: String?) {
    self.now = now
    self.lanes = lanes
  }

  init(
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

  /// The word behind an option.
  ///
  /// Another option is none: `--out --dry-run` would put files into a folder of that name.
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
