internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminal

/// One run of a rule from the command line, from its arguments to its exit status.
package struct RuleSession {
  package let subject: RuleSubject
  package let request: RunRequest
  /// Returns the settings, or throws their problems. A function, because for the failure type of a
  /// `Result` the runtime would search all conformances at each start.
  package let configuration: @Sendable () throws -> Configuration
  package let tool: Tool
  package let messages: Messages

  /// - Parameter words: the arguments of the rule; nil for those of the request.
  package init(
    _ subject: RuleSubject, _ request: RunRequest, words: [String]? = nil, in tool: Tool
  ) {
    self.subject = subject
    self.tool = tool
    var request = request
    if let words { request.ruleWords = words }
    do {
      let read = try tool.configuration()
      configuration = { read }
      request.complete(by: read)
    } catch {
      configuration = { throw error }
    }
    self.request = request
    // An invalid --color is reported when the settings are read.
    messages = tool.messages(color: try? RunSettings.color(self.request))
  }

  /// Runs the rule, or shows its help; `redirect` receives the records, nil to print them. Throws
  /// ``ExitStatus`` if it is not ``ExitStatus/done``.
  package func run(showsHelp: Bool, by redirect: OutputRedirect? = nil) throws {
    try messages.reporting(rulePath: subject.label) {
      if showsHelp { return try showHelp() }
      let status = try runRule(by: redirect)
      if status != .done { throw status }
    }
  }

  /// Loads and checks the rule without running it. Throws ``ExitStatus`` after reporting a problem.
  package func check() throws {
    try messages.reporting(rulePath: subject.label) { _ = try PreparedRule(self) }
  }

  private func showHelp() throws {
    let file = try tool.ruleFile(subject, messages)
    let rule = try tool.loader(messages).inspect(file, now: RunSettings(request).now)
    tool.output.writeHelp("\(RuleHelp(rule: rule, call: tool.call(of: subject), tool: tool))")
    guard ShippedRules.include(try rule.identity()) else { return }
    for line in tool.examples(rule.name) {
      tool.output.write(line + "\n")
    }
  }

  /// Loads the rule, settles its permissions, runs it and reports; returns the exit status.
  private func runRule(by redirect: OutputRedirect?) throws -> ExitStatus {
    let settings = try RunSettings(request)
    let engine = try request.shard.engine(request)
    let workers = try request.shard.workers(lanes: settings.lanes)
    if engine == .spark { throw try SparkEngine(self).run() }
    var prepared = try PreparedRule(self, settings)
    let printing = try prepared.printing()
    if let acts = redirect?.acts {
      let hasOutput = (request.out ?? request.outDescriptor) != nil
      prepared.rule = prepared.rule.choosing(by: acts, hasOutput: hasOutput)
    }
    // An import says on a terminal what it did, and prints records only if asked to.
    let isSilent =
      redirect == nil && printing.isTableByItself && prepared.context.output.target != nil
    let display = RunDisplay(
      settings.progress, descriptor: settings.progressDescriptor, printsRecords: !isSilent,
      on: messages.status)
    prepared.context.progress = display.progress
    prepared.context.services.postponedClaims = redirect?.claims
    let trace = try request.trace.map { try TraceFile($0) }
    prepared.context.stepObserver = trace?.steps
    let readsInput = prepared.rule.plan.input.isStandardInput
    if readsInput, prepared.rule.paths.isEmpty { try checkInput() }
    defer { if !readsInput, !subject.isInput { noteUnreadInput(of: prepared) } }
    try ask(prepared: &prepared, by: redirect, display)
    if request.shard.isPartial {
      try runShard(of: prepared)
      return .done
    }
    if request.shard.file != nil {
      try checkShards(of: prepared.rule)
      let library = try Self.library(of: prepared.context)
      prepared.context.looksOnly(at: try places(), of: library)
    }
    for notice in printing.notices { messages.write(notice) }
    prepared.context.output.lines = RecordLineOptions(
      in: redirect == nil && !isSilent ? printing.form : nil, through: display.gate)
    prepared.context.sentFiles = SentFiles()
    prepared.context.departingMedia = DepartingMedia()
    if prepared.context.output.target != nil { prepared.context.importTally = ImportTally() }
    // Files are first moved back or on to their places, before the library is listed.
    if prepared.rule.acts, !request.isDryRun { try recover(prepared.context.journal) }
    let descriptor =
      isSilent ? open("/dev/null", O_WRONLY | O_CLOEXEC) : redirect?.descriptor ?? STDOUT_FILENO
    defer { if isSilent { close(descriptor) } }
    display.start()
    let report: RunReport
    do {
      report = try run(
        prepared, workers: engine == .processes ? workers : nil, to: descriptor)
    } catch {
      try finish(prepared.context, display, trace, isComplete: false)
      try sumUp(prepared)
      if case LibraryProblem.notNamed = error { throw prepared.libraries.absence }
      throw error
    }
    try finish(prepared.context, display, trace, isComplete: true)
    let status = try conclude(report, of: prepared, printing, redirect)
    return eject(prepared.context, behind: report) ? status : .someFailed
  }

  /// Prepares who answers the run's questions, handles signals, and settles the permissions.
  private func ask(
    prepared: inout PreparedRule, by redirect: OutputRedirect?, _ display: RunDisplay
  ) throws {
    let cancellation = prepared.context.cancellation
    let terminal = PermissionTerminal(status: messages.status, cancellation: cancellation)
    let choice = try NotifierChoice(request.notifier, in: tool.components)
    var prompter: TerminalPrompter?
    if !request.isDryRun {
      if choice.wantsTerminal {
        let isInputFree = !prepared.rule.plan.input.isStandardInput && !subject.isInput
        prompter = TerminalPrompter(
          keys: KeySource(isInputFree: isInputFree), status: messages.status,
          cancellation: cancellation)
      }
      prepared.context.services.notifier =
        try pageNotifier(redirect, prepared.context)
        ?? choice.notifier(
          terminal: prompter, for: NotifierRun(program: tool.name, cancellation: cancellation),
          prepared.context.services.notices)
    }
    prepared.handleSignals([prompter?.mode, terminal?.mode, redirect?.mode]) {
      display.printOnce()
    }
    if let zone = ClockOffset.unknownZone {
      messages.write(
        "TZ names no time zone: \"\(zone)\"; dates that name none are taken to be in UTC")
    }
    let asker: (any PermissionPrompt)? =
      redirect?.page.map { PagePrompt($0, in: prepared.context, of: tool) } ?? terminal
    try prepared.settlePermissions(by: asker)
    prepared.libraries.tell(messages, in: tool)
  }

  /// Runs the rule in this process or, if `workers` is not nil, in so many others.
  private func run(
    _ prepared: PreparedRule, workers: Int?, to descriptor: Int32
  ) throws -> RunReport {
    let (rule, lanes) = (prepared.rule, prepared.settings.lanes)
    guard let workers else {
      return try rule.run(in: prepared.context, outputDescriptor: descriptor, lanes: lanes)
    }
    let engine = try ProcessesEngine(self, rule, in: prepared.context, workers: workers)
    return try engine.run(to: descriptor) {
      try rule.run(in: $0, outputDescriptor: descriptor, lanes: lanes)
    }
  }

  private func finish(
    _ context: RunContext, _ display: RunDisplay, _ trace: TraceFile?, isComplete: Bool
  ) throws {
    context.journal?.close()
    display.stop(isComplete: isComplete)
    try trace?.write()
  }

  /// Reports what the run did with files, unless `--quiet` is given; `report` is nil if it was ended.
  private func sumUp(_ prepared: PreparedRule, _ report: RunReport? = nil) throws {
    guard !request.isQuiet else { return }
    let context = prepared.context
    if let tally = context.importTally {
      let summary = try importSummary(tally.counts, of: prepared, report)
      if let summary { messages.write("\(summary)") }
      return
    }
    let failures = report?.failureCount ?? 0
    let unreadable = report?.readingFailureCount ?? 0
    let summary = ActSummary(
      request.isDryRun ? nil : context.journal?.tally, sent: context.sentFiles?.tally,
      unreadable: unreadable, failures: failures - unreadable, toolName: tool.name)
    if let summary { messages.write("\(summary)") }
  }

  /// Reports a complete run, lets `redirect` print its records, and returns the exit status.
  private func conclude(
    _ report: RunReport, of prepared: PreparedRule, _ printing: PrintFormat,
    _ redirect: OutputRedirect?
  ) throws -> ExitStatus {
    let (rule, context) = (prepared.rule, prepared.context)
    messages.report(report, withStatistics: request.wantsStatistics, isDryRun: request.isDryRun)
    if request.wantsStatistics, let skipped = try SkippedCounts(rule.plan, in: context).summary {
      messages.status.write(skipped)
    }
    try sumUp(prepared, report)
    if redirect == nil {
      try hint(atOtherFilesOf: rule, in: context)
      tellSearched(of: prepared, behind: report, printing)
    }
    messages.remark(
      on: report.offers, attended: rule.attendedStages(hasOutput: context.output.isNamed))
    let picked = try redirect?.finish(context, printing.form)
    if !request.isQuiet, !rule.countsAll, redirect == nil,
      let option = try ShippedRules.untypedPlace(of: rule.loaded)
    {
      messages.write("only listed; to act, add --\(option)")
    }
    if printing.isTableByItself, context.importTally == nil,
      context.journal?.tally.inPlace ?? 0 == 0
    {
      writeHint(behind: report, of: prepared, picked: picked)
    }
    return exitStatus(behind: report, isFruitless: report.isFruitless || picked == 0)
  }

  /// Writes a message that the rule waits for input if that is a terminal. Throws ``UsageProblem``
  /// if the rule itself was read from standard input.
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

  /// Returns the exit status. With `--exit-status`, files that could not be read or loaded are no
  /// failures, and a run without results (`isFruitless`) ends with status 1.
  private func exitStatus(behind report: RunReport, isFruitless: Bool) -> ExitStatus {
    let forgiven = request.usesExitStatus ? report.readingFailureCount : 0
    if report.failureCount > forgiven || !report.programProblems.isEmpty { return .someFailed }
    return request.usesExitStatus && isFruitless ? .nothingEmitted : .done
  }

  /// Writes a hint at files that are no pictures, behind an act that tidies whole folders.
  private func hint(atOtherFilesOf rule: Rule, in context: RunContext) throws {
    guard messages.status.isTerminal, !request.isQuiet, rule.acts, rule.takesWholeFolders,
      !context.request.includesEverything,
      ["organise", "rename"].contains(rule.loaded.name),
      try rule.comesAlong(), let summary = try OtherFiles(rule.plan, in: context).summary
    else { return }
    messages.writeHint(summary)
  }

  /// Writes a hint if a pipe to standard input has bytes, which the run does not read; a message if
  /// it acts on a library that the command line does not name.
  private func noteUnreadInput(of prepared: PreparedRule) {
    var facts = stat()
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard fstat(STDIN_FILENO, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO,
      poll(&request, 1, 0) > 0, request.revents & Int16(POLLIN) != 0
    else { return }
    let note = "nothing read what came by the pipe; \"-\" behind the command reads it"
    let isMistakable = prepared.rule.acts && !prepared.libraries.isOfCommandLine
    if isMistakable, !self.request.isQuiet {
      messages.write(note)
    } else {
      messages.writeHint(note)
    }
  }

  /// Returns the page's notifier for a run that a page shows; nil if the command line names one.
  private func pageNotifier(
    _ redirect: OutputRedirect?, _ context: RunContext
  ) -> (any Notifier)? {
    guard let page = redirect?.page, request.notifier == nil else { return nil }
    return FallbackNotifier(
      [PageNotifier(page, until: context.cancellation)], notices: context.services.notices)
  }

  /// Completes or rolls back the operations that killed runs left unfinished.
  private func recover(_ journal: RunJournal?) throws {
    do {
      try journal?.recover()
    } catch {
      throw OutputProblem.notWritable("can't use the journals: \(error.reason)")
    }
  }

  /// Prints the hint below a table that the user did not choose, or that nothing matched.
  private func writeHint(behind report: RunReport, of prepared: PreparedRule, picked: Int?) {
    if !report.isFruitless, picked != 0 {
      messages.writeHint(PrintFormat.hint)
    } else if report.emitted + report.failureCount + report.offers.total == 0, picked == nil,
      prepared.context.journal?.tally.kept.isEmpty ?? true
    {
      // A library that can't be read again has been reported by the run.
      let near = try? NearestText.question(about: prepared.rule.plan, in: prepared.context)
      messages.writeHint("nothing matched" + (near.map { "; \($0)" } ?? ""))
    }
  }

  /// Asks for the permissions that the rule requests, without running it. Throws ``ExitStatus``,
  /// after it reported an error, if the rule may not run.
  package func requestPermissions() throws {
    try messages.reporting(rulePath: subject.label) {
      var prepared = try PreparedRule(self)
      try prepared.settlePermissionsOnTerminal()
    }
  }

  /// Returns the plan as a text, for `explain`.
  package func explanation() throws -> PlanExplanation {
    return try messages.reporting(rulePath: subject.label) {
      let prepared = try PreparedRule(self)
      var context = prepared.context
      let permissions = prepared.permissions
      var states: [(PermissionTarget, Permission)] = []
      for requirement in try permissions.requirements() {
        let permission = try permissions.permission(for: requirement)
        states.append((requirement.request.target, permission))
        requirement.note(permission, in: &context.permission.access)
        // A library that the rule may not see is not opened, not even to explain the rule.
        if requirement.isOfRun, !permission.isGiven { context.request.libraries = [] }
      }
      if !context.request.libraries.isEmpty { prepared.libraries.tell(messages, in: tool) }
      let choice = try NotifierChoice(request.notifier, in: tool.components)
      return PlanExplanation(
        prepared.rule, in: context, permissions: states, notifier: choice.named,
        printing: try prepared.printing())
    }
  }
}
