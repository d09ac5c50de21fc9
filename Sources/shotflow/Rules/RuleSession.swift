internal import LuaBridge
internal import Pipeline

/// One run of a rule from the command line: from its words to its exit status.
struct RuleSession {
  private let path: String
  private let request: RunRequest
  private let messages: Messages

  init(_ path: String, _ request: RunRequest) {
    self.path = path
    self.request = request
    // A wrong --color is told when the settings are read.
    messages = Messages(color: (try? RunSettings.color(request)) ?? .auto)
  }

  /// Runs the rule, or shows its help.
  ///
  /// - Throws: ``ExitStatus`` when it is not ``ExitStatus/done``.
  func run(showsHelp: Bool) throws {
    do {
      if showsHelp { return try showHelp() }
      let status = try runRule()
      if status != .done { throw status }
    } catch let status as ExitStatus {
      throw status
    } catch {
      throw messages.report(error, rulePath: path)
    }
  }

  private func showHelp() throws {
    let rule = try loader.load(RuleFile(path: path), now: settings().now)
    Output.write("\(RuleHelp(rule, path: path))")
  }

  private func runRule() throws -> ExitStatus {
    let settings = try settings()
    let rule = try Rule(path, words: request.ruleWords, now: settings.now, loader: loader)
    let display = RunDisplay(settings, on: messages.status)
    let context = try context(for: rule, settings, progress: display.progress)
    let loaded = rule.loaded
    let status = messages.status
    let keys = KeySource(isInputFree: !rule.plan.source.readsInput)
    let prompter =
      request.isDryRun
      ? nil : TerminalPrompter(keys: keys, status: status, cancellation: context.cancellation)
    Signals.handle(
      interrupt: {
        context.cancellation.cancel()
        loaded.cancel()
      },
      abandon: { prompter?.mode.end() },
      report: { display.printOnce() },
      suspend: { prompter?.mode.suspend() }, resume: { prompter?.mode.resume() })

    display.start()
    let result = Result {
      try PipelineRun(
        rule.plan, in: context, functions: loaded, prompter: prompter,
        lanes: settings.lanes
      ).run()
    }
    display.stop(isComplete: (try? result.get()) != nil)
    let report = try result.get()
    messages.report(report, withStatistics: request.wantsStatistics, isDryRun: request.isDryRun)
    if report.failureCount > 0 { return .someFailed }
    return request.usesExitStatus && report.emitted == 0 ? .nothingEmitted : .done
  }

  /// The plan in words, for `explain`.
  ///
  /// - Throws: ``ExitStatus``; the reason was told.
  func explanation() throws -> PlanExplanation {
    do {
      let settings = try settings()
      let rule = try Rule(path, words: request.ruleWords, now: settings.now, loader: loader)
      return PlanExplanation(rule, in: try context(for: rule, settings, progress: RunProgress()))
    } catch {
      throw messages.report(error, rulePath: path)
    }
  }

  private func settings() throws(UsageProblem) -> RunSettings {
    _ = try RunSettings.color(request)
    return try RunSettings(request)
  }

  private var loader: RuleLoader {
    let messages = messages
    return RuleLoader(printer: RulePrinter { messages.write($0) })
  }

  private func context(
    for rule: Rule, _ settings: RunSettings, progress: RunProgress
  ) throws -> RunContext {
    let directories = try StateDirectories(environment: Environment.folders)
    var words = CommandLineBytes()
    let input = InputOptions(
      descriptor: 0, isNullSeparated: request.isNullSeparated,
      paths: rule.paths.map { words.bytes(of: $0) })
    let messages = messages
    let notices = RunNotices { messages.write($0) }
    let cancellation = Cancellation()
    var context = RunContext(
      now: settings.now, ruleName: rule.loaded.name, libraries: request.libraries,
      ledgerPath: directories.ledger, input: input, outputFolder: request.out,
      isDryRun: request.isDryRun, cancellation: cancellation, progress: progress,
      decoders: DecoderPool(limit: settings.lanes, cancellation: cancellation), notices: notices)
    context.snapshots = SnapshotFolder(path: directories.changes)
    context.pictureDescriptor = settings.outDescriptor
    if messages.tellsEachFailure { context.failed = { messages.write($0) } }
    if request.usesCatalogue {
      context.catalogue = Catalogue(at: directories.catalogue, warn: { notices.tell($0) })
    }
    context.thumbnails = ThumbnailCache(
      folders: directories, version: Version.current, warn: { notices.tell($0) })
    return context
  }
}
