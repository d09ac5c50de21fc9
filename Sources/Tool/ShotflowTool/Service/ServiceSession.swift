internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// A failure of the system's service manager, with the remedy.
struct ServiceProblem: Error, CustomStringConvertible {
  let description: String
}

struct ServiceSession {
  private let tool: Tool
  private let messages: Messages

  init(_ tool: Tool) {
    self.tool = tool
    messages = tool.messages()
  }

  /// Installs the service of some rules and starts it, after asking for missing permissions, as a
  /// service can't ask; with a schedule it is of one rule, which it runs.
  ///
  /// - Parameters:
  ///   - words: The arguments as for `watch`, with a schedule as for `run`.
  ///   - isDryRun: True to print the files only.
  func install(
    _ subject: RuleSubject, _ request: RunRequest, words: [String], at schedule: ServiceSchedule?,
    isDryRun: Bool
  ) throws {
    try reporting(subject.label) {
      try Self.check(subject, request)
      let sessions =
        schedule == nil
        ? try WatchSession(subject, request, watchLimit: nil, in: tool).sessions()
        : [RuleSession(subject, request, in: tool)]
      let rules = try sessions.map { try facts(of: $0, isWatched: schedule == nil) }
      let plan = try ServicePlan(rules, words: words, at: schedule, in: tool)
      let files = files(of: plan)
      if isDryRun {
        let texts = files.map { files.count == 1 ? $0.text : "# \($0.name)\n\($0.text)" }
        return tool.output.write(texts.joined(separator: "\n"))
      }
      for session in sessions { try session.requestPermissions() }
      for folder in [try tool.directories().state, try tool.directories().cache] {
        try StateDirectories.make(folder: folder)
      }
      // In the service's sandbox, a folder can be written to only if it was there at the start.
      for folder in plan.writtenFolders { mkdir(folder, 0o777) }
      let isReplaced = access(try path(of: plan.name), F_OK) == 0
      if isReplaced { try retire(plan) }
      for file in files { try write(file.text, to: "\(try folder())/\(file.name)") }
      try start(plan, isReplaced: isReplaced)
    }
  }

  /// Returns the loaded rule and its libraries for a service's plan; throws the rule's problems.
  private func facts(
    of session: RuleSession, isWatched: Bool
  ) throws -> (session: RuleSession, rule: Rule, libraries: [String]) {
    let prepared = try PreparedRule(session, movesNow: isWatched)
    if isWatched { try WatchedRule.check(prepared.rule) }
    let readsInput = prepared.rule.plan.input.isStandardInput
    if readsInput, prepared.rule.paths.isEmpty {
      throw UsageProblem("the rule reads standard input, which a service does not have")
    }
    let awaitsMedia = isWatched && prepared.rule.awaitsMedia
    let places = readsInput || awaitsMedia ? [] : try WatchedRule.places(of: prepared)
    let target = prepared.context.output.target?.libraries ?? []
    return (session, prepared.rule, places.map(\.path) + target)
  }

  /// Throws ``UsageProblem`` for a rule in no file, and for an option without use, such as `--now`.
  private static func check(
    _ subject: RuleSubject, _ request: RunRequest
  ) throws(UsageProblem) {
    guard subject.isWord, !subject.isInput else {
      throw UsageProblem(
        "a service reads its rule at each start, so the rule has to be in a file: name it")
    }
    if request.now != nil {
      throw UsageProblem("a service takes the time from the clock, so it has no --now")
    }
    if request.outDescriptor != nil || request.progressDescriptor != nil {
      throw UsageProblem("a service has no open descriptors; leave out --out-fd and --progress-fd")
    }
    if request.notifier == "terminal" {
      throw UsageProblem("a service has no terminal to ask on; leave out --notifier terminal")
    }
  }

  /// Prints when services with a schedule ran and run next, and replaces this process with the
  /// system's program that shows the others; first names the rules that the user has to permit again.
  func status(_ rules: [String]) throws {
    try reporting {
      if rules.isEmpty, try allInstalled().isEmpty { return messages.write(noService) }
      let units = try units(rules)
      let names = units.map { "\($0.dropLast(Self.fileName(of: "").count))" }
      for rule in try OutdatedGrants(in: tool).rules
      where names.contains(where: { ServicePlan.isName($0, ofServiceOf: rule.path) }) {
        messages.write("\(rule.remedy); its service waits for that", as: .warning)
      }
      let timed = names.filter(isTimed)
      for name in timed { tool.output.write("\(report(of: name))") }
      let watches = units.filter { unit in !timed.contains { unit == Self.fileName(of: $0) } }
      if !watches.isEmpty { try show(by: Self.controller, Self.statusWords(watches)) }
    }
  }

  /// Replaces this process with the system's program that shows the messages of services.
  func logs(_ rules: [String], follows: Bool) throws {
    try reporting {
      let units = try units(rules)
      #if os(macOS)
        throw ServiceProblem(
          description: "launchd keeps no messages of \(units.joined(separator: ", "))")
      #else
        try show(
          by: "journalctl",
          ["--user"] + units.flatMap { ["-u", $0] } + (follows ? ["-f"] : []))
      #endif
    }
  }

  /// Ends the service of the rules, and removes its file.
  func remove(_ rules: [String]) throws {
    try reporting {
      guard !rules.isEmpty else {
        throw UsageProblem("name the rules of the service to remove: \(try installedText())")
      }
      let name = try installed(rules)
      let path = try path(of: name)
      let program = ServiceProgram(Self.controller)
      let isEnded = program.map { stop(name, by: $0) } ?? false
      removeTimer(of: name)
      guard unlink(path) == 0 else {
        throw OutputProblem.notWritable(
          "can't remove \"\(path)\": \(FileProblem(error: errno).reason)")
      }
      if let program { reload(by: program) }
      messages.write("\"\(path)\" is removed")
      if !isEnded {
        messages.write(
          "\(Self.controller) could not end the service; if it runs, it goes on until you log out",
          as: .warning)
      }
    }
  }

  // MARK: - Files

  private func reporting(_ rulePath: String = "", _ body: () throws -> Void) throws {
    try messages.reporting(rulePath: rulePath) {
      do {
        try body()
      } catch let problem as ServiceProblem {
        messages.writeProblem(problem.description)
        throw ExitStatus.missingProgram
      }
    }
  }

  private func path(of name: String) throws -> String {
    "\(try folder())/\(Self.fileName(of: name))"
  }

  /// Returns a service's name, such as `shotflow-recent`; throws ``UsageProblem`` if not installed.
  private func installed(_ rules: [String]) throws -> String {
    let name = ServicePlan.name(of: rules, toolName: tool.name)
    guard access(try path(of: name), F_OK) == 0 else {
      throw UsageProblem(
        "no service of \(rules.joined(separator: " ")) is installed; \(try installedText())")
    }
    return name
  }

  private func installedText() throws -> String {
    let names = try allInstalled()
    return names.isEmpty ? "none is" : "there are \(names.joined(separator: ", "))"
  }

  private func allInstalled() throws -> [String] {
    guard let list = opendir(try folder()) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    let suffix = Self.fileName(of: "")
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix("\(tool.name)-"), name.hasSuffix(suffix) {
        names.append(String(name.dropLast(suffix.count)))
      }
    }
    return names.sorted()
  }

  private var noService: String {
    "no service is installed; type \(tool.name) service install RULE"
  }

  /// Returns the names of the rules' unit file or, for no rules, of all installed services' files.
  /// Throws ``UsageProblem`` if none is installed.
  private func units(_ rules: [String]) throws -> [String] {
    let names = rules.isEmpty ? try allInstalled() : [try installed(rules)]
    guard !names.isEmpty else {
      throw UsageProblem(noService)
    }
    return names.map { Self.fileName(of: $0) }
  }

  private func write(_ text: String, to path: String) throws {
    try StateDirectories.make(folder: try folder())
    let draft = "\(path).\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    func fail() -> OutputProblem {
      let reason = FileProblem(error: errno).reason
      unlink(draft)
      return .notWritable("can't write \"\(path)\": \(reason)")
    }
    guard descriptor >= 0 else { throw fail() }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Platform.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0,
      rename(draft, path) == 0
    else { throw fail() }
  }

  private func show(by name: String, _ words: [String]) throws {
    guard let program = ServiceProgram(name) else { throw Self.absence(of: name) }
    try program.become(words)
  }

  private static func absence(of name: String) -> ServiceProblem {
    ServiceProblem(description: "there is no \(name) on this computer, which keeps services up")
  }
}

// MARK: - The system's service manager

extension ServiceSession {
  #if os(macOS)
    private static let controller = "launchctl"

    private static func fileName(of name: String) -> String { LaunchAgent.fileName(of: name) }

    private func files(of plan: ServicePlan) -> [(name: String, text: String)] {
      [(Self.fileName(of: plan.name), "\(LaunchAgent(plan: plan))")]
    }

    /// False, as launchd shows all agents alike.
    private func isTimed(_ name: String) -> Bool { false }

    private func report(of name: String) -> String { "" }

    private func retire(_ plan: ServicePlan) throws {}

    private func removeTimer(of name: String) {}

    private func folder() throws -> String { "\(Environment["HOME"] ?? "")/Library/LaunchAgents" }

    private static func statusWords(_ units: [String]) -> [String] {
      ["print"] + units.map { "gui/\(getuid())/\($0.dropLast(".plist".count))" }
    }

    private func start(_ plan: ServicePlan, isReplaced: Bool) throws {
      let (name, path) = (plan.name, try path(of: plan.name))
      guard let program = ServiceProgram(Self.controller) else {
        throw Self.absence(of: Self.controller)
      }
      _ = program.run(["bootout", "gui/\(getuid())/\(name)"])
      guard program.run(["bootstrap", "gui/\(getuid())", path]) else {
        throw ServiceProblem(description: "\"\(path)\" is written, but launchd did not take it")
      }
      messages.write("\"\(path)\" is installed")
    }

    private func stop(_ name: String, by program: ServiceProgram) -> Bool {
      program.run(["bootout", "gui/\(getuid())/\(name)"])
    }

    private func reload(by program: ServiceProgram) {}
  #else
    private static let controller = "systemctl"

    private static func fileName(of name: String) -> String { SystemdUnit.fileName(of: name) }

    private func files(of plan: ServicePlan) -> [(name: String, text: String)] {
      let service = (name: Self.fileName(of: plan.name), text: "\(SystemdUnit(plan: plan))")
      let timer = plan.schedule.map {
        (name: SystemdTimer.fileName(of: plan.name), text: "\(SystemdTimer(plan, at: $0))")
      }
      return [service] + [timer].compactMap(\.self)
    }

    private func timerPath(of name: String) throws -> String {
      "\(try folder())/\(SystemdTimer.fileName(of: name))"
    }

    /// True if a service is started by a timer.
    private func isTimed(_ name: String) -> Bool {
      (try? timerPath(of: name)).map { access($0, F_OK) == 0 } ?? false
    }

    private func report(of name: String) -> TimerReport {
      TimerReport(of: name) { unit, properties in
        DesktopProgram(Self.controller, ["--user", "show", "-p", properties, unit])?
          .answer(within: .seconds(10))
      }
    }

    /// Ends the installed service of the same rules if it is a watch and the new one has a schedule,
    /// or the other way round.
    private func retire(_ plan: ServicePlan) throws {
      guard isTimed(plan.name) != (plan.schedule != nil) else { return }
      if let program = ServiceProgram(Self.controller) { _ = stop(plan.name, by: program) }
      removeTimer(of: plan.name)
    }

    private func removeTimer(of name: String) {
      if let path = try? timerPath(of: name) { unlink(path) }
    }

    /// Returns the unit that starts a service: its timer, or itself.
    private func startedUnit(of name: String) -> String {
      isTimed(name) ? SystemdTimer.fileName(of: name) : Self.fileName(of: name)
    }

    /// Returns the folder in which the user's systemd looks for units.
    private func folder() throws -> String {
      "\(try tool.directories().configurationBase)/systemd/user"
    }

    private static func statusWords(_ units: [String]) -> [String] {
      ["--user", "--no-pager", "status"] + units
    }

    private func start(_ plan: ServicePlan, isReplaced: Bool) throws {
      let (path, unit) = (try path(of: plan.name), startedUnit(of: plan.name))
      let remedy = "systemctl --user daemon-reload && systemctl --user enable --now \(unit)"
      guard let program = ServiceProgram(Self.controller) else {
        throw unstarted(
          "\"\(path)\" is written, but there is no systemctl that could start it", plan)
      }
      guard program.run(["--user", "daemon-reload"]),
        program.run(["--user", "enable", "--now", unit]),
        // A running service has to be restarted to use its new arguments.
        !isReplaced || program.run(["--user", "restart", unit])
      else {
        throw unstarted(
          "\"\(path)\" is written, but systemctl could not start it; later: \(remedy)", plan)
      }
      let state = plan.schedule.map { "runs at \($0.text)" } ?? "runs"
      messages.write(
        "\(unit) is installed and \(state); to see it: \(tool.name) service status")
    }

    /// Reports that a service does not run, with cron's lines for one with a schedule; returns the
    /// exit status.
    private func unstarted(_ reason: String, _ plan: ServicePlan) -> ExitStatus {
      let lines = plan.cronLines
      messages.writeProblem(reason + (lines.isEmpty ? "" : "; or add this by crontab -e:"))
      tool.output.write(lines)
      return .missingProgram
    }

    private func stop(_ name: String, by program: ServiceProgram) -> Bool {
      program.run(["--user", "disable", "--now", startedUnit(of: name)])
    }

    private func reload(by program: ServiceProgram) {
      _ = program.run(["--user", "daemon-reload"])
    }
  #endif
}
