internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// A wait until the user permits the rules of a watch whose grants became invalid, such as those of
/// an earlier version. Confined to the thread that watches.
final class LapsedRules {
  private let wake: WakePipe
  private let systemd: SystemdNotifier?
  private let notices: WatchNotices
  private let messages: Messages
  private var reported: Set<String> = []

  /// The interval in milliseconds in which the files of rules and permissions are checked.
  private static let lookingTime: Int32 = 1000
  /// The time after which rules are loaded without any change, as links may lead elsewhere.
  private static let longestWait = Duration.seconds(60)

  init(
    _ wake: WakePipe, _ systemd: SystemdNotifier?, _ notices: WatchNotices, _ messages: Messages
  ) {
    self.wake = wake
    self.systemd = systemd
    self.notices = notices
    self.messages = messages
  }

  /// Reports the refusals, once for each reason, and waits until one of `files`, the rules and
  /// permissions, changes. Throws ``RunProblem/cancelled`` when the watch is to end.
  func wait(
    for refusals: [(rule: String, refusal: PermissionRefusal)], _ files: [String]
  ) throws(RunProblem) {
    let new = refusals.filter { reported.insert($0.refusal.description).inserted }
    for (_, refusal) in new {
      messages.write("\(refusal); the watch waits for that", as: .warning)
    }
    let names = refusals.map(\.rule).joined(separator: ", ")
    if !new.isEmpty {
      notices.tell(
        "\(names): permission is needed again",
        new.map(\.refusal.description).joined(separator: "\n"), isWritten: true)
    }
    systemd?.ready("waiting for the permission of \(names)")
    let before = Self.states(of: files)
    let end = ContinuousClock.now + Self.longestWait
    repeat {
      if wake.receive(within: Self.lookingTime) == .stop { throw .cancelled }
      systemd?.sign()
    } while Self.states(of: files) == before && .now < end
  }

  private static func states(of files: [String]) -> [FileStatus?] {
    files.map { file in
      let path = RuleIdentity.resolve(file) ?? file
      return FileStatus(directory: AT_FDCWD, name: path)
    }
  }
}
