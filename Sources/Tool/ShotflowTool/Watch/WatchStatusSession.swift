internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// The commands about running watches: their status, and the pauses of their rules.
struct WatchStatusSession {
  private let tool: Tool
  private let messages: Messages

  /// A watch of a rule in a library, now or earlier.
  private struct Entry {
    let name: String
    let status: WatchStatus
    let isRunning: Bool
  }

  /// The time for which a command waits until a watch takes notice of a pause.
  private static let patience = Duration.seconds(10)
  /// The time between two looks at a status, in microseconds.
  private static let interval: UInt32 = 20_000

  init(_ tool: Tool) {
    self.tool = tool
    messages = tool.messages()
  }

  /// Prints the status of each rule and library that is watched now.
  func list(_ request: RunRequest) throws {
    try messages.reporting {
      var format = request.output
      if format.isPlain { format.standard = try tool.terminalFormat() }
      let color = try RunSettings.color(request) ?? tool.color
      let printing = try format.printing(color: color) { RecordMembers([.watch], in: tool) }
      for notice in printing.notices { messages.write(notice) }
      let running = try entries(in: folder(makes: false)).filter(\.isRunning)
      if running.isEmpty { messages.write("no rule is watched") }
      try printing.print { print in
        for entry in running { try print(entry.status.write) }
      }
    }
  }

  /// Begins or ends the pause of a rule in the libraries of these paths, or in all where none is
  /// named, and waits until running watches have noticed.
  func set(_ isPaused: Bool, of rule: RuleSubject, in libraries: [String]) throws {
    try messages.reporting(rulePath: rule.label) {
      let folder = try folder(makes: true)
      let entries = try matches(rule, libraries, in: folder)
      do throws(FileProblem) {
        let pauses = try folder?.folder(RulePause.folder, makes: true)
        for entry in entries {
          if isPaused { try pauses?.write([], to: entry.name) } else { pauses?.remove(entry.name) }
        }
      } catch {
        throw RunProblem.notKept("\"\(folder?.path ?? "")/\(RulePause.folder)\": \(error.reason)")
      }
      let end = ContinuousClock.now + Self.patience
      for entry in entries {
        let text =
          "\(rule.label): \(isPaused ? "paused" : "resumed") in \"\(entry.status.library)\""
        if hasNoticed(entry, isPaused, in: folder, until: end) {
          messages.write(text + (entry.isRunning ? "" : "; it is not watched now"), as: .info)
        } else {
          messages.write("\(text), but its watch has not noticed yet", as: .warning)
        }
      }
    }
  }

  private func hasNoticed(
    _ entry: Entry, _ isPaused: Bool, in folder: PrivateFolder?, until end: ContinuousClock.Instant
  ) -> Bool {
    guard let folder, entry.isRunning else { return true }
    repeat {
      guard let now = Self.entry(entry.name, in: folder), now.isRunning else { return true }
      // A rule that waits for a permission looks for pauses when it begins.
      if now.status.state == .unpermitted { return true }
      if (now.status.state == .paused) == isPaused { return true }
      usleep(Self.interval)
    } while .now < end
    return false
  }

  private func matches(
    _ rule: RuleSubject, _ libraries: [String], in folder: PrivateFolder?
  ) throws -> [Entry] {
    let file = (try? tool.ruleFile(rule, messages)).flatMap { RuleIdentity.resolve($0.path) }
    let libraries = libraries.map { RuleIdentity.resolve($0) ?? $0 }
    let entries = entries(in: folder).filter { entry in
      (entry.status.rule == rule.label || file != nil && entry.status.ruleFile == file)
        && (libraries.isEmpty || libraries.contains(entry.status.library))
    }
    if entries.isEmpty {
      let places = libraries.map { " in \"\($0)\"" }.joined(separator: " or")
      throw UsageProblem(
        "\"\(rule.label)\" was never watched\(places); \"\(tool.name) watch --status\" lists the rules"
          + " that are watched")
    }
    return entries
  }

  /// Returns the folder of watches, which `makes` creates; nil if it does not exist.
  private func folder(makes: Bool) throws -> PrivateFolder? {
    let state = try tool.directories().state
    do throws(FileProblem) {
      return try PrivateFolder(["watch"], below: state, makes: makes)
    } catch {
      if !makes, access("\(state)/watch", F_OK) != 0 { return nil }
      throw RunProblem.notKept("\"\(state)/watch\": \(error.reason)")
    }
  }

  /// Returns the watches with a readable status, sorted by their rules' names and libraries' paths.
  private func entries(in folder: PrivateFolder?) -> [Entry] {
    guard let folder else { return [] }
    return folder.names().filter { $0.hasSuffix(WatchRecord.statusEnding) }
      .compactMap { Self.entry(String($0.dropLast(WatchRecord.statusEnding.count)), in: folder) }
      .sorted { ($0.status.rule, $0.status.library) < ($1.status.rule, $1.status.library) }
  }

  private static func entry(_ name: String, in folder: PrivateFolder) -> Entry? {
    guard let file = try? folder.open(name + WatchRecord.statusEnding),
      let bytes = try? file.bytes(atMost: WatchRecord.longestStatus),
      let status = WatchStatus(bytes)
    else { return nil }
    return Entry(
      name: name, status: status, isRunning: WatchRecord.isLocked(name, in: folder))
  }
}
