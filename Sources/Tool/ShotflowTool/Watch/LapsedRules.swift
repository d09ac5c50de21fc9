internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// A loader of a watch's rules, which waits until the user permits the rules whose grants became
/// invalid, such as those of an earlier version. Confined to the thread that watches.
final class LapsedRules {
  private let wake: WakePipe
  private let systemd: SystemdNotifier?
  private let notices: WatchNotices
  private let messages: Messages
  private let tool: Tool
  private let began = Instant.current
  private var reported: Set<String> = []

  /// The interval in milliseconds in which the files of rules and permissions are checked.
  private static let lookingTime: Int32 = 1000
  /// The time after which rules are loaded even if no file changed, as links may lead elsewhere.
  private static let longestWait = Duration.seconds(60)

  init(
    _ wake: WakePipe, _ systemd: SystemdNotifier?, _ notices: WatchNotices, _ messages: Messages,
    in tool: Tool
  ) {
    self.wake = wake
    self.systemd = systemd
    self.notices = notices
    self.messages = messages
    self.tool = tool
  }

  /// Loads the rules once all are permitted; returns nil if the watch has to end before.
  func load(
    _ sessions: () throws -> [RuleSession], in environment: WatchedRule.WatchEnvironment
  ) throws -> [WatchedRule]? {
    while true {
      let sessions = try sessions()
      // No loaded rule is kept while the watch waits: its file may change, and another process may
      // watch it.
      var rules: [WatchedRule] = []
      var lapsed: [LapsedRule] = []
      for session in sessions {
        do {
          rules.append(try WatchedRule(session, in: environment) { lapsed.append($0) })
        } catch let refusal as PermissionRefusal where refusal.hasLapsed {
          // The rule is among those that wait.
        }
      }
      if lapsed.isEmpty { return rules }
      rules = []
      let files =
        [try tool.permissions().path]
        + sessions.compactMap { try? tool.ruleFile($0.subject, messages).path }
      guard wait(for: lapsed, files) else { return nil }
    }
  }

  /// Reports the refusals, once for each reason, and waits until one of `files`, the rules and
  /// permissions, changes. Returns false when the watch is to end.
  private func wait(for rules: [LapsedRule], _ files: [String]) -> Bool {
    for rule in rules { rule.storeStatus(since: began) }
    let new = rules.filter { reported.insert($0.refusal.description).inserted }
    for rule in new {
      messages.write("\(rule.refusal); the watch waits for that", as: .warning)
    }
    let names = rules.map(\.name).joined(separator: ", ")
    if !new.isEmpty {
      notices.tell(
        "\(names): permission is needed again",
        new.map(\.refusal.description).joined(separator: "\n"), isWritten: true)
    }
    systemd?.ready("waiting for the permission of \(names)")
    let before = Self.states(of: files)
    let end = ContinuousClock.now + Self.longestWait
    repeat {
      if wake.receive(within: Self.lookingTime) == .stop { return false }
      systemd?.sign()
    } while Self.states(of: files) == before && .now < end
    return true
  }

  private static func states(of files: [String]) -> [FileStatus?] {
    files.map { file in
      let path = RuleIdentity.resolve(file) ?? file
      return FileStatus(directory: AT_FDCWD, name: path)
    }
  }
}

/// A rule that a watch can't load until the user permits it again. Its records are locked meanwhile,
/// so that no other process watches it.
struct LapsedRule {
  let session: RuleSession
  let refusal: PermissionRefusal
  /// The absolute path of the rule's file without links; nil if it is in none.
  let path: String?
  /// The stored state of each library, by its path.
  let records: [String: WatchRecord]

  /// The last part of the rule's name.
  fileprivate var name: String {
    String(session.subject.label.split(separator: "/").last ?? "")
  }

  fileprivate func storeStatus(since began: Instant) {
    for (library, record) in records {
      var status = WatchStatus(of: session, in: path, on: library, since: began)
      status.state = .unpermitted
      status.lastError = WatchActivity.Event(text: refusal.description, moment: .current)
      _ = record.store(status)
    }
  }
}
