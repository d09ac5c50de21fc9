internal import Console
internal import Displays
internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminals

/// One run of a rule from the command line: from its words to its exit status.
struct RuleSession {
  let subject: RuleSubject
  let request: RunRequest
  let configuration: Result<Configuration, any Error>
  let tool: Tool
  let messages: Messages

  init(_ subject: RuleSubject, _ request: RunRequest, in tool: Tool) {
    self.subject = subject
    configuration = Result { try tool.configuration() }
    let request = (try? configuration.get()).map { request.with($0) } ?? request
    self.request = request
    self.tool = tool
    // A wrong --color is told when the settings are read.
    messages = tool.messages(color: try? RunSettings.color(request))
  }

  /// Runs the rule, or shows its help.
  ///
  /// - Parameter detour: where records go before they are printed; nil for standard output.
  /// - Throws: ``ExitStatus`` when it is not ``ExitStatus/done``.
  func run(showsHelp: Bool, by detour: RunDetour? = nil) throws {
    do {
      if showsHelp { return try showHelp() }
      let status = try runRule(by: detour)
      if status != .done { throw status }
    } catch let status as ExitStatus {
      throw status
    } catch {
      throw messages.report(error, rulePath: subject.label)
    }
  }

  /// Checks the rule without running it.
  ///
  /// - Throws: ``ExitStatus``; the reason was told.
  func check() throws {
    do {
      _ = try rule(settings())
    } catch {
      throw messages.report(error, rulePath: subject.label)
    }
  }

  private func showHelp() throws {
    let file = try tool.ruleFile(subject, messages)
    let rule = try tool.loader(messages).inspect(file, now: settings().now)
    tool.output.writeHelp("\(RuleHelp(rule, path: subject.label, toolName: tool.name))")
  }

  private func runRule(by detour: RunDetour?) throws -> ExitStatus {
    let settings = try settings()
    let rule = try rule(settings)
    let printing = try printing(of: rule)
    let libraries = try rule.libraries(
      named: request.libraries, in: tool, try configuration.get())
    let display = RunDisplay(settings, on: messages.status)
    var context = try context(for: rule, on: libraries, settings, progress: display.progress)
    context.postponedClaims = detour?.claims
    let trace = try request.trace.map { try TraceFile($0) }
    context.stepObserver = trace?.steps
    let cancellation = context.cancellation
    let asker = PermissionTerminal(status: messages.status, cancellation: cancellation)
    let loaded = rule.loaded
    let status = messages.status
    let readsInput = rule.plan.source.traits.readsInput
    if readsInput, rule.paths.isEmpty { try checkInput() }
    let keys = KeySource(isInputFree: !readsInput && !subject.isInput)
    let choice = try NotifierChoice(request.notifier, in: tool.components)
    var prompter: TerminalPrompter?
    if choice.wantsTerminal, !request.isDryRun {
      prompter = TerminalPrompter(keys: keys, status: status, cancellation: cancellation)
    }
    let notifier =
      request.isDryRun
      ? nil
      : try choice.notifier(
        terminal: prompter, for: NotifierRun(program: tool.name, cancellation: cancellation),
        context.notices)
    let modes = [prompter?.mode, asker?.mode, detour?.mode].compactMap(\.self)
    Signals.handle(
      interrupt: { byUser in
        cancellation.cancel(byUser: byUser)
        loaded.cancel()
      },
      abandon: { for mode in modes { mode.end() } },
      report: { display.printOnce() },
      suspend: { for mode in modes { mode.suspend() } },
      resume: { for mode in modes { mode.resume() } })

    if let zone = ClockOffset.unknownZone {
      messages.write(
        "TZ names no time zone: \"\(zone)\"; dates that name none are taken to be in UTC")
    }
    let asked = context
    let permitted = try permissions(of: rule, on: libraries, settings)
      .settle(on: asker) { try Self.assets(for: $0, in: asked) }
    if let notice = libraries.notice { messages.write(notice) }
    context.access = permitted.access
    context.capabilities = permitted.capabilities
    context.programs = permitted.programs
    context.notifier = notifier
    for notice in printing.notices { messages.write(notice) }
    context.lines = RecordLines(in: detour == nil ? printing.form : nil, through: display.gate)

    // Before the library is listed, as files of it may be where they don't belong.
    if rule.acts, !request.isDryRun { try recover(context.journal) }
    display.start()
    let result = Result {
      do {
        return try rule.run(
          in: context, outputDescriptor: detour?.descriptor ?? STDOUT_FILENO, lanes: settings.lanes)
      } catch LibraryProblem.notNamed {
        throw libraries.absence
      }
    }
    context.journal?.close()
    display.stop(isComplete: (try? result.get()) != nil)
    try trace?.write()
    let report = try result.get()
    messages.report(report, withStatistics: request.wantsStatistics, isDryRun: request.isDryRun)
    messages.remark(
      on: report.offers, attended: rule.attendedStages(hasOutput: context.hasOutput))
    let picked = try detour?.finish(context, printing.form)
    if printing.isTableByItself { writeHint(behind: report, picked: picked) }
    if report.failureCount > 0 || !report.programProblems.isEmpty { return .someFailed }
    let isFruitless = report.isFruitless || picked == 0
    return request.usesExitStatus && isFruitless ? .nothingEmitted : .done
  }

  /// Puts right what earlier runs left half done when they were killed.
  private func recover(_ journal: RunJournal?) throws {
    do {
      try journal?.recover()
    } catch {
      throw OutputProblem.notWritable("can't use the journals: \(error.reason)")
    }
  }

  /// Says what may help behind a table that nobody asked for.
  private func writeHint(behind report: RunReport, picked: Int?) {
    if !report.isFruitless, picked != 0 {
      messages.writeHint(RecordPrinting.hint)
    } else if report.emitted + report.failureCount + report.offers.total == 0, picked == nil {
      messages.writeHint("nothing matched")
    }
  }

  /// Asks what the rule asks for, without running it.
  ///
  /// - Throws: ``ExitStatus`` when it may not run; the reason was told.
  func requestPermissions() throws {
    do {
      let settings = try settings()
      let rule = try rule(settings)
      let libraries = try rule.libraries(
        named: request.libraries, in: tool, try configuration.get())
      let context = try context(for: rule, on: libraries, settings, progress: RunProgress())
      let cancellation = context.cancellation
      let asker = PermissionTerminal(status: messages.status, cancellation: cancellation)
      Signals.handle(
        interrupt: { cancellation.cancel(byUser: $0) }, abandon: { asker?.mode.end() }, report: {},
        suspend: { asker?.mode.suspend() }, resume: { asker?.mode.resume() })
      _ = try permissions(of: rule, on: libraries, settings)
        .settle(on: asker) { try Self.assets(for: $0, in: context) }
    } catch {
      throw messages.report(error, rulePath: subject.label)
    }
  }

  /// The plan in words, for `explain`.
  ///
  /// - Throws: ``ExitStatus``; the reason was told.
  func explanation() throws -> PlanExplanation {
    do {
      let settings = try settings()
      let rule = try rule(settings)
      let libraries = try rule.libraries(
        named: request.libraries, in: tool, try configuration.get())
      var context = try context(for: rule, on: libraries, settings, progress: RunProgress())
      let permissions = try permissions(of: rule, on: libraries, settings)
      var states: [(PermissionTarget, Permission)] = []
      for wish in try permissions.wishes() {
        let permission = try permissions.permission(for: wish)
        states.append((wish.request.target, permission))
        wish.note(permission, in: &context.access)
        // What may not be seen is not opened to explain it.
        if wish.isOfRun, !permission.isGiven { context.libraries = [] }
      }
      if !context.libraries.isEmpty, let notice = libraries.notice { messages.write(notice) }
      let choice = try NotifierChoice(request.notifier, in: tool.components)
      return PlanExplanation(
        rule, in: context, permissions: states, notifier: choice.named,
        printing: try printing(of: rule))
    } catch {
      throw messages.report(error, rulePath: subject.label)
    }
  }

  func settings() throws(UsageProblem) -> RunSettings {
    _ = try RunSettings.color(request)
    return try RunSettings(request)
  }

  /// - Parameter movesNow: whether it is evaluated at different moments.
  func rule(_ settings: RunSettings, movesNow: Bool = false) throws -> Rule {
    do {
      return try Rule(
        subject, words: request.ruleWords, now: settings.now, runs: true, movesNow: movesNow,
        configuration: try configuration.get(), in: tool, messages)
    } catch let problems as RuleProblems where subject.isOfProgram {
      // Its text was made of the command line, which is where it is wrong.
      let messages = problems.problems.map { problem in
        problem.message + (problem.suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
      }
      throw UsageProblem(messages.joined(separator: "; "))
    }
  }

  /// Tells a user what a rule waits for that reads standard input.
  ///
  /// - Throws: ``UsageProblem`` when the rule itself was there.
  private func checkInput() throws(UsageProblem) {
    if subject.isInput {
      throw UsageProblem(
        "standard input holds the rule, so it can't hold records; name files behind the rule, or"
          + " give the rule by -e or as <(…)")
    }
    if isatty(STDIN_FILENO) == 1 {
      messages.write("waiting for paths or records, one a line; Ctrl-D ends them")
    }
  }

  /// The form of the records, checked against what the rule can print.
  func printing(of rule: Rule) throws(UsageProblem) -> RecordPrinting {
    let color = try RunSettings.color(request) ?? tool.color
    return try request.output.printing(color: color) { rule.recordMembers(in: tool) }
  }

  func permissions(
    of rule: Rule, on libraries: LibraryChoice, _ settings: RunSettings
  ) throws -> RulePermissions {
    RulePermissions(
      of: rule, on: libraries, settings.permission, ruleWords: request.ruleWords,
      messages: messages, in: tool)
  }

  /// The assets of a library, for a person to choose among.
  static func assets(
    for request: PermissionRequest, in context: RunContext
  ) throws -> [ChoosableAsset] {
    guard case .library(let path) = request.target else { return [] }
    var context = context
    context.libraries = [path]
    context.access = LibraryAccess()
    context.progress = RunProgress()
    return try ChoosableAsset.all(in: context, includesHidden: request.includesHidden)
  }

  func context(
    for rule: Rule, on libraries: LibraryChoice, _ settings: RunSettings, progress: RunProgress,
    until cancellation: Cancellation = Cancellation()
  ) throws -> RunContext {
    // A rule that keeps nothing runs without a home.
    let directories = try? tool.directories()
    var words = CommandLineBytes()
    let input = InputOptions(
      descriptor: 0, isNullSeparated: request.isNullSeparated,
      paths: rule.paths.map { words.bytes(of: $0) })
    let messages = messages
    let notices = RunNotices { messages.write($0) }
    var context = RunContext(
      components: tool.components, now: settings.now, ruleName: rule.loaded.name,
      libraries: libraries.names,
      ledgerPath: directories?.ledger, input: input, outputFolder: request.out,
      isDryRun: request.isDryRun, cancellation: cancellation, progress: progress,
      decoders: DecoderPool(limit: settings.lanes, cancellation: cancellation), notices: notices)
    context.pictureDescriptor = settings.outDescriptor
    if messages.tellsEachFailure { context.failed = { messages.write($0) } }
    if let directories, request.usesCatalogue {
      context.catalogue = Catalogue(at: directories.catalogue, warn: { notices.tell($0) })
    }
    if let directories {
      context.snapshots = SnapshotFolder(path: directories.changes)
      context.journal = RunJournal(
        in: JournalFolder(path: directories.journals), rule: rule.loaded.name, at: .current,
        notices: notices)
      context.thumbnails = ThumbnailCache(folders: directories, version: Version.current)
    }
    return context
  }
}

/// What becomes of the records of a run before they are printed.
struct RunDetour {
  /// Where the run writes them.
  let descriptor: Int32
  /// The claims of its records, which are made for those that are printed.
  let claims: PostponedClaims
  /// The terminal on which a user is asked about them, for whoever handles signals.
  let mode: TerminalMode
  /// Called when the run is over; answers how many records were printed.
  let finish: (RunContext, (any RecordForm)?) throws -> Int
}

/// What a terminal or a descriptor shows of a run while it runs.
final class RunDisplay: Sendable {
  let progress: RunProgress
  private let status: StatusLine
  private let beginning: ContinuousClock.Instant
  /// Nil when nothing is shown by itself, so that no thread has to be started.
  private let reporter: ProgressReporter?
  /// Keeps a bar away from records that may show on the same terminal; nil without such a bar.
  let gate: OutputGate?

  init(_ settings: RunSettings, on status: StatusLine) {
    self.status = status
    beginning = ContinuousClock().now
    let mode = settings.progressDescriptor == nil ? settings.progress : .json
    let output = OutputKind(of: STDOUT_FILENO)
    let display = mode.display(isErrorTerminal: status.isTerminal, output: output)
    gate =
      display == .bar && output != .file
      ? OutputGate(open: { status.beginOutput() }, close: { status.endOutput() }) : nil
    progress = RunProgress(wantsTotal: display != .none)
    reporter =
      display == .none
      ? nil
      : ProgressReporter(
        progress, stage: "run", display: display, on: status,
        recordDescriptor: settings.progressDescriptor)
  }

  func start() {
    reporter?.start()
  }

  /// - Parameter isComplete: whether the run came to its end.
  func stop(isComplete: Bool) {
    reporter?.stop(isComplete: isComplete)
  }

  /// Writes one line of how far the run is.
  func printOnce() {
    if let reporter { return reporter.printOnce() }
    var tracker = ProgressTracker(stage: "run")
    let elapsed = ContinuousClock().now - beginning
    var reading = tracker.reading(of: progress.snapshot, at: elapsed)
    reading.items = progress.items.readings
    status.write(ProgressText.line(reading))
  }
}
