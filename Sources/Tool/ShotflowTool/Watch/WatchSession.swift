internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// The command `watch`, from its arguments to the signal that ends it.
struct WatchSession {
  private let subject: RuleSubject
  private let request: RunRequest
  private let watchLimit: String?
  private let tool: Tool
  private let messages: Messages

  init(_ subject: RuleSubject, _ request: RunRequest, watchLimit: String?, in tool: Tool) {
    self.subject = subject
    self.request = request
    self.watchLimit = watchLimit
    self.tool = tool
    messages = tool.messages(color: try? RunSettings.color(request))
  }

  /// Watches until a signal ends it or standard output is closed. Throws ``ExitStatus``, after it
  /// reported an error, if it could not start.
  func run() throws {
    let systemd = SystemdNotifier()
    do {
      try watch(systemd)
    } catch let status as ExitStatus {
      throw status
    } catch {
      let status = messages.report(error, rulePath: subject.label)
      if let systemd, status == .noSuchLibrary {
        systemd.fail("\(error)")
        messages.write("the service starts again until its library is there", as: .warning)
      }
      throw status
    }
  }

  private func watch(_ systemd: SystemdNotifier?) throws {
    try checkOptions()
    let limit = try watchLimit.map(Self.limit) ?? .max
    guard let wake = WakePipe() else { throw FileProblem("there is no descriptor left") }
    let running = RunningRules()
    let libraries = WatchedLibraries(messages)
    let reporter = WatchReporter(messages)
    let environment = try environment(of: running, libraries, reporter, wake)
    let notices = WatchNotices(environment.notifier, messages)
    defer {
      environment.cancellation.cancel()
      notices.end()
    }
    let start = WatchedFiles.moment
    if let session = try sessionAwaitingMedia() {
      return MediaWatch(
        of: session, askingBy: environment.notifier, until: environment.cancellation, messages
      ).run(wake, systemd)
    }
    let loading = LapsedRules(wake, systemd, notices, messages, in: tool)
    guard let rules = try loading.load(sessions, in: environment) else { return }
    do {
      try RunningWatch(
        of: rules, in: environment, running, libraries, reporter, limit: limit, messages, in: tool
      ).run(since: start, wake, notices, systemd)
    } catch RunProblem.cancelled {
      // The user or the system asked the watch to end.
    }
  }

  /// Returns the session of a rule that imports from cards and phones as they are plugged in; nil for
  /// other rules. Throws ``UsageProblem`` if such a rule is watched with others.
  private func sessionAwaitingMedia() throws -> RuleSession? {
    let sessions = try sessions()
    let awaiting = try sessions.filter { session in
      guard imports(session.subject) else { return false }
      return try PreparedRule(session, movesNow: true).rule.awaitsMedia
    }
    if let session = awaiting.first, sessions.count > 1 {
      throw UsageProblem(
        "\(session.subject.label) waits for cards and phones, so it is watched by itself; or name what"
          + " it imports from")
    }
    return awaiting.first
  }

  /// Returns true if a rule imports, as far as it can be read. It is read silently, and not from a
  /// pipe, which can be read only once.
  private func imports(_ subject: RuleSubject) -> Bool {
    var facts = stat()
    guard subject.isWord, stat(subject.label, &facts) != 0 || facts.st_mode & S_IFMT == S_IFREG,
      !subject.isInput, let file = try? tool.ruleFile(subject, messages)
    else { return false }
    let rule = try? tool.loader(messages).inspect(file, now: .current, prints: false)
    return rule?.declared.imports ?? false
  }

  /// Throws ``UsageProblem`` for an option that a watch can't have.
  private func checkOptions() throws(UsageProblem) {
    if request.now != nil {
      throw UsageProblem("watch takes the moment of each asset, so it has no --now; use run")
    }
    if request.trace != nil {
      throw UsageProblem("a watch has no end, so it writes no --trace; use run")
    }
    if request.shard.file != nil || request.shard.engine != nil {
      throw UsageProblem("a watch looks at what arrives, so it has neither --shard nor --engine")
    }
    if !request.waits {
      throw UsageProblem(
        "a watch waits while another run moves files, so it has no --no-wait; use run")
    }
  }

  /// Returns the objects that all rules of the watch share, and handles signals from now on.
  private func environment(
    of running: RunningRules, _ libraries: WatchedLibraries, _ reporter: WatchReporter,
    _ wake: WakePipe
  ) throws -> WatchedRule.WatchEnvironment {
    let (messages, status, presence) = (messages, messages.status, libraries.presence)
    let cancellation = Cancellation()
    let asker = PermissionTerminal(status: status, cancellation: cancellation)
    let choice = try NotifierChoice(
      request.notifier, usual: DesktopNotifier.description, in: tool.components)
    var prompter: TerminalPrompter?
    if choice.wantsTerminal, !request.isDryRun {
      prompter = TerminalPrompter(
        keys: KeySource(isInputFree: !subject.isInput), status: status,
        cancellation: cancellation)
    }
    Signals.handle(
      cancellation, [prompter?.mode, asker?.mode],
      interrupted: {
        running.cancel()
        wake.send(.stop)
      })
    let notifier = try choice.notifier(
      terminal: prompter, for: NotifierRun(program: tool.name, cancellation: cancellation),
      RunNotices { messages.write($0) })
    let queue = OfferQueue(for: notifier) {
      reporter.tell($0)
      // The times up to now can be stored.
      wake.send(.show)
    }
    return WatchedRule.WatchEnvironment(
      cancellation: cancellation, notifier: notifier, asker: asker, queue: queue,
      chooser: PageChooser(messages),
      gate: OutputGate(open: { status.beginOutput() }, close: { status.endOutput() }),
      isThere: { presence.isThere($0) })
  }

  private static func limit(_ text: String) throws(UsageProblem) -> Int {
    guard let number = Int(text), number >= 0 else {
      throw UsageProblem("--max-watches takes a number from 0, not \"\(text)\"")
    }
    return number
  }

  /// Returns the sessions of the rules that the command line names, each with its own options and
  /// libraries.
  func sessions() throws -> [RuleSession] {
    var sessions: [RuleSession] = []
    var subject = subject
    var words = request.ruleWords[...]
    while true {
      var own: [String] = []
      if !words.isEmpty {
        let file = try tool.ruleFile(subject, messages)
        var loader = tool.loader(messages)
        loader.movesNow = true
        let rule = try loader.inspect(file, now: .current, prints: false)
        own = RuleArguments.leading(&words, of: rule, in: tool)
        while let word = words.first, isLibrary(word) {
          own.append(words.removeFirst())
          own += RuleArguments.leading(&words, of: rule, in: tool)
        }
      }
      sessions.append(RuleSession(subject, request, words: own, in: tool))
      guard let next = words.popFirst() else { return sessions }
      subject = .word(next)
    }
  }

  private func isLibrary(_ word: String) -> Bool {
    if RuleFolders.isName(word), tool.ruleFolders.rule(named: word) != nil { return false }
    let named = try? PathArguments([word], kinds: tool.libraryKinds)
    return named?.libraries.isEmpty == false
  }
}
