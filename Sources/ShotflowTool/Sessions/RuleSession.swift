internal import LuaBridge
internal import Pipeline
internal import Platform

/// One run of a rule from the command line: from its words to its exit status.
struct RuleSession {
  private let path: String
  /// A rule that is part of the program; nil for one in a file.
  private let text: String?
  private let request: RunRequest
  private let tool: Tool
  private let messages: Messages

  /// - Parameter text: the text of a rule that is part of the program; nil for that of the file.
  init(_ path: String, text: String? = nil, _ request: RunRequest, in tool: Tool) {
    self.path = path
    self.text = text
    self.request = request
    self.tool = tool
    // A wrong --color is told when the settings are read.
    messages = tool.messages(color: (try? RunSettings.color(request)) ?? .auto)
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
      throw messages.report(error, rulePath: path)
    }
  }

  private func showHelp() throws {
    let rule = try tool.loader(messages).inspect(tool.ruleFile(path), now: settings().now)
    tool.output.write("\(RuleHelp(rule, path: path, toolName: tool.name))")
  }

  private func runRule(by detour: RunDetour?) throws -> ExitStatus {
    let settings = try settings()
    let rule = try rule(settings)
    let libraries = try rule.libraries(named: request.libraries, in: tool)
    let display = RunDisplay(settings, on: messages.status)
    var context = try context(for: rule, on: libraries, settings, progress: display.progress)
    let cancellation = context.cancellation
    let asker = PermissionTerminal(status: messages.status, cancellation: cancellation)
    let loaded = rule.loaded
    let status = messages.status
    let keys = KeySource(isInputFree: !rule.plan.source.traits.readsInput)
    let choice = try NotifierChoice(request.notifier, in: tool.components)
    var prompter: TerminalPrompter?
    if choice.wantsTerminal, !request.isDryRun {
      prompter = TerminalPrompter(keys: keys, status: status, cancellation: cancellation)
    }
    let notifier = request.isDryRun ? nil : try choice.notifier(terminal: prompter)
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
    context.notifier = notifier

    display.start()
    let result = Result {
      do {
        return try rule.run(
          in: context, outputDescriptor: detour?.descriptor ?? STDOUT_FILENO, lanes: settings.lanes)
      } catch LibraryProblem.notNamed {
        throw libraries.absence
      }
    }
    display.stop(isComplete: (try? result.get()) != nil)
    let report = try result.get()
    messages.report(report, withStatistics: request.wantsStatistics, isDryRun: request.isDryRun)
    messages.remark(on: report.offers, attended: rule.attendedStages)
    let picked = try detour?.finish(context)
    if report.failureCount > 0 || !report.programProblems.isEmpty { return .someFailed }
    let isFruitless = report.isFruitless || picked == 0
    return request.usesExitStatus && isFruitless ? .nothingEmitted : .done
  }

  /// Asks what the rule asks for, without running it.
  ///
  /// - Throws: ``ExitStatus`` when it may not run; the reason was told.
  func requestPermissions() throws {
    do {
      let settings = try settings()
      let rule = try rule(settings)
      let libraries = try rule.libraries(named: request.libraries, in: tool)
      let context = try context(for: rule, on: libraries, settings, progress: RunProgress())
      let cancellation = context.cancellation
      let asker = PermissionTerminal(status: messages.status, cancellation: cancellation)
      Signals.handle(
        interrupt: { cancellation.cancel(byUser: $0) }, abandon: { asker?.mode.end() }, report: {},
        suspend: { asker?.mode.suspend() }, resume: { asker?.mode.resume() })
      _ = try permissions(of: rule, on: libraries, settings)
        .settle(on: asker) { try Self.assets(for: $0, in: context) }
    } catch {
      throw messages.report(error, rulePath: path)
    }
  }

  /// The plan in words, for `explain`.
  ///
  /// - Throws: ``ExitStatus``; the reason was told.
  func explanation() throws -> PlanExplanation {
    do {
      let settings = try settings()
      let rule = try rule(settings)
      let libraries = try rule.libraries(named: request.libraries, in: tool)
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
        rule, in: context, permissions: states, notifier: choice.named)
    } catch {
      throw messages.report(error, rulePath: path)
    }
  }

  private func settings() throws(UsageProblem) -> RunSettings {
    _ = try RunSettings.color(request)
    return try RunSettings(request)
  }

  private func rule(_ settings: RunSettings) throws -> Rule {
    guard let text else {
      return try Rule(
        path, words: request.ruleWords, now: settings.now, runs: true, in: tool, messages)
    }
    return try Rule(
      RuleFile(path: path, source: text), isOfProgram: true, words: request.ruleWords,
      now: settings.now, runs: true, in: tool, messages)
  }

  private func permissions(
    of rule: Rule, on libraries: LibraryChoice, _ settings: RunSettings
  ) throws -> RulePermissions {
    RulePermissions(
      of: rule, on: libraries, settings.permission, ruleWords: request.ruleWords,
      messages: messages, in: tool)
  }

  /// The assets of a library, for a person to choose among.
  private static func assets(
    for request: PermissionRequest, in context: RunContext
  ) throws -> [ChoosableAsset] {
    guard case .library(let path) = request.target else { return [] }
    var context = context
    context.libraries = [path]
    context.access = LibraryAccess()
    context.progress = RunProgress()
    return try ChoosableAsset.all(in: context, includesHidden: request.includesHidden)
  }

  private func context(
    for rule: Rule, on libraries: LibraryChoice, _ settings: RunSettings, progress: RunProgress
  ) throws -> RunContext {
    // A rule that keeps nothing runs without a home.
    let directories = try? tool.directories()
    var words = CommandLineBytes()
    let input = InputOptions(
      descriptor: 0, isNullSeparated: request.isNullSeparated,
      paths: rule.paths.map { words.bytes(of: $0) })
    let messages = messages
    let notices = RunNotices { messages.write($0) }
    let cancellation = Cancellation()
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
      context.thumbnails = ThumbnailCache(folders: directories, version: Version.current)
    }
    return context
  }
}

/// What becomes of the records of a run before they are printed.
struct RunDetour {
  /// Where the run writes them.
  let descriptor: Int32
  /// The terminal on which a user is asked about them, for whoever handles signals.
  let mode: TerminalMode
  /// Called when the run is over; answers how many records were printed.
  let finish: (RunContext) throws -> Int
}

/// What a terminal or a descriptor shows of a run while it runs.
final class RunDisplay: Sendable {
  let progress: RunProgress
  private let status: StatusLine
  private let beginning: ContinuousClock.Instant
  /// Nil when nothing is shown by itself, so that no thread has to be started.
  private let reporter: ProgressReporter?

  init(_ settings: RunSettings, on status: StatusLine) {
    self.status = status
    beginning = ContinuousClock().now
    let mode = settings.progressDescriptor == nil ? settings.progress : .json
    let display = mode.display(
      isErrorTerminal: status.isTerminal, isOutputTerminal: isatty(STDOUT_FILENO) == 1)
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
