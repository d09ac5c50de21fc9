public import Engine
internal import Platform
internal import Synchronization

/// Asks with a notification of the desktop, with a picture and a button for each action.
///
/// Its own clock determines when an offer has expired, as many desktops use a time of their own. If
/// the program that shows a notification ends, its successor shows it again for the remaining time:
/// as soon as the bus reports it, or after a growing pause, as the call may start it. The connection
/// to the bus stays until the answer, since some desktops close the notifications of a program that
/// disconnects. Safe from any thread.
public final class DesktopNotifier: Notifier, ConcurrentNotifier {
  public static let description = NotifierDescription(
    name: "desktop", summary: "asks by a notification of the desktop, with buttons")

  private let program: String
  private let cancellation: Cancellation
  /// The address of the message bus; nil for the user's.
  private let address: String?
  /// True if the desktop is reached through a sandbox's portal.
  private let isSandboxed: Bool
  /// The pauses between attempts to show the notification of a program that has ended.
  private let pauses: RetryPauses
  private let state = Lock(State())

  private struct State {
    /// The last notification, as some desktops refuse to show the same one twice in a second.
    var last: DesktopNotification?
    /// The number of notifications so far.
    var count = 0
  }

  /// The longest time for connecting to the bus and starting the notification program.
  static let patience = Duration.seconds(2)
  /// The time to wait for an action after the closing, which some desktops report first.
  private static let grace = Duration.milliseconds(100)
  /// The number of attempts at a desktop that has shown too many notices.
  private static let attempts = 3
  private static let pause = Duration.milliseconds(1100)

  public convenience init() {
    self.init(program: "shotflow", cancellation: Cancellation())
  }

  package convenience init(
    program: String, cancellation: Cancellation, address: String? = nil,
    isSandboxed: Bool? = nil
  ) {
    self.init(
      program: program, cancellation: cancellation, address: address,
      isSandboxed: isSandboxed ?? NotificationPortal.isNeeded, pauses: RetryPauses())
  }

  init(
    program: String, cancellation: Cancellation, address: String?, isSandboxed: Bool,
    pauses: RetryPauses
  ) {
    self.program = program
    self.cancellation = cancellation
    self.address = address
    self.isSandboxed = isSandboxed
    self.pauses = pauses
  }

  public var pictureSide: Int? { 256 }

  package var mostAtOnce: Int { 3 }

  public func serving(_ run: NotifierRun) -> any Notifier {
    DesktopNotifier(
      program: run.program, cancellation: run.cancellation, address: address,
      isSandboxed: isSandboxed, pauses: pauses)
  }

  /// Asks with a notification. Throws ``NotifierProblem`` if nothing could be shown;
  /// ``RunProblem/cancelled`` if the run is cancelled, after closing the notice.
  public func offer(
    _ offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> Outcome {
    try answer(to: offer, until: deadline).outcome
  }

  /// Asks, and returns the outcome and the chosen action. Throws as ``offer(_:until:)``.
  public func answer(
    to offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer {
    try answer(to: DesktopNotification(offer), until: deadline)
  }

  private func answer(
    to notice: DesktopNotification, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer {
    #if os(macOS)
      return try AppleScriptNotification(notice: notice).show()
    #else
      return try ask(notice, until: deadline)
    #endif
  }

  /// Shows a notification without a question for a while. Throws as ``offer(_:until:)``.
  public func tell(_ title: String, _ text: String, for duration: Duration) throws {
    let notice = DesktopNotification(telling: title, text)
    #if os(macOS)
      _ = try AppleScriptNotification(notice: notice).show()
    #else
      _ = try ask(notice, until: .now + duration)
    #endif
  }

  /// Asks about all assets with one notification: they are accepted together or not at all. Throws
  /// as ``offer(_:until:)``.
  public func answers(
    to group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> [OfferAnswer] {
    let answer = try answer(to: DesktopNotification(group), until: deadline)
    return group.offers.map { _ in answer }
  }

  /// Asks about a group, with a button to choose among its assets. Throws as ``offer(_:until:)``.
  package func choice(
    among group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> GroupAnswer {
    let answer = try answer(to: DesktopNotification(group, letsChoose: true), until: deadline)
    return answer.outcome == .accepted ? .chooses : .answers(group.offers.map { _ in answer })
  }

  // MARK: - One notice

  /// Shows a notification until it is answered. The time to the deadline counts from its
  /// appearance, as the program that shows it may have to be started first.
  private func ask(
    _ notice: DesktopNotification, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer {
    let (notice, number) = state.withLock { state in
      let shown = notice.distinguished(from: state.last)
      state.last = shown
      state.count += 1
      return (shown, state.count)
    }
    let stay = max(deadline - .now, .zero)
    var end: ContinuousClock.Instant?
    var server: (any NotificationServer)?
    var pauses = pauses
    while end.map({ $0 > .now }) ?? true {
      do throws(BusProblem) {
        let reached: any NotificationServer
        if let server { reached = server } else { reached = try self.server(number) }
        server = reached
        try show(notice, by: reached, for: end.map { $0 - .now } ?? stay)
        let until = end ?? .now + stay
        end = until
        if let answer = try answer(from: reached, to: notice, until: until) { return answer }
      } catch .cancelled {
        throw RunProblem.cancelled
      } catch {
        if end == nil { throw NotifierProblem(Self.reason(of: error)) }
        // A connection that can't be used any more is the only one that is not kept.
        if case .lost = error { server = nil }
      }
      try wait(for: &server, until: min(end ?? .now, .now + pauses.take()))
    }
    return OfferAnswer(.expired)
  }

  /// Waits until a program shows notifications again, or until the deadline. Sets `server` to nil if
  /// the connection to the bus is lost.
  private func wait(
    for server: inout (any NotificationServer)?, until deadline: ContinuousClock.Instant
  ) throws(RunProblem) {
    do throws(BusProblem) {
      if let server { return try server.waitForReturn(until: deadline) }
      try wait(until: deadline)
    } catch .lost {
      server = nil
    } catch {
      throw .cancelled
    }
  }

  /// Returns the answer to the notification; nil if the program that showed it ended.
  private func answer(
    from server: any NotificationServer, to notice: DesktopNotification,
    until end: ContinuousClock.Instant
  ) throws(BusProblem) -> OfferAnswer? {
    let unanswered = OfferAnswer(server.tellsDismissal ? .expired : .dismissed)
    do throws(BusProblem) {
      while true {
        switch try server.event(until: end) {
        case .chosen(let action):
          if let answer = notice.answer(by: action) { return answer }
        case .closed: return try lateAnswer(from: server, to: notice) ?? OfferAnswer(.dismissed)
        case .timedOut: return try lateAnswer(from: server, to: notice) ?? unanswered
        case .lost: return nil
        case nil:
          try server.close()
          return try lateAnswer(from: server, to: notice) ?? unanswered
        }
      }
    } catch .cancelled {
      try server.close()
      throw .cancelled
    }
  }

  /// Returns the answer if an action was chosen while the notification closed; nil if none was.
  private func lateAnswer(
    from server: any NotificationServer, to notice: DesktopNotification
  ) throws(BusProblem) -> OfferAnswer? {
    let end = ContinuousClock.now + Self.grace
    while let event = try server.event(until: end) {
      if case .chosen(let action) = event, let answer = notice.answer(by: action) { return answer }
    }
    return nil
  }

  private func show(
    _ notice: DesktopNotification, by server: any NotificationServer, for duration: Duration
  ) throws(BusProblem) {
    for attempt in 1... {
      do throws(BusProblem) {
        return try server.show(notice, for: duration)
      } catch .refused(let name, _) where name.hasSuffix(".ExcessNotificationGeneration") {
        guard attempt < Self.attempts else {
          throw .unavailable("the desktop takes no more notifications for now")
        }
        try wait(until: .now + Self.pause)
      }
    }
  }

  private func wait(until deadline: ContinuousClock.Instant) throws(BusProblem) {
    while .now < deadline {
      if cancellation.isCancelled { throw .cancelled }
      usleep(20_000)
    }
  }

  // MARK: - Reaching the desktop

  private func server(_ number: Int) throws(BusProblem) -> any NotificationServer {
    let bus = try connection()
    return isSandboxed
      ? try NotificationPortal(bus, number: number)
      : try NotificationDaemon(bus, program: program)
  }

  private func connection() throws(BusProblem) -> BusConnection {
    guard let address = address ?? BusAddress.ofUser else {
      throw .unavailable("there is no desktop session that could show a notification")
    }
    return try BusConnection(
      to: address, until: .now + Self.patience,
      isCancelled: { [cancellation] in cancellation.isCancelled })
  }

  /// Returns the name of the program that shows notifications, without starting it. Throws
  /// ``NotifierProblem`` if none exists.
  package func service() throws(NotifierProblem) -> String {
    do throws(BusProblem) {
      if isSandboxed { return "by the portal of the sandbox" }
      return try NotificationService(try connection()).text
    } catch {
      throw NotifierProblem(Self.reason(of: error))
    }
  }

  private static func reason(of problem: BusProblem) -> String {
    switch problem {
    case .unavailable(let reason): reason
    case .lost, .cancelled: "the message bus of the desktop can't be reached"
    case .late: "the notifications of the desktop do not answer"
    case .refused(_, let text): "nothing shows notifications on this desktop (\(text))"
    case .invalid: "the notifications of the desktop answer what can't be read"
    }
  }
}

extension DesktopNotification {
  /// Returns the answer of an action; nil if the notification does not have it.
  fileprivate func answer(by name: String) -> OfferAnswer? {
    let isKnown = name == OfferAnswer.plain || actions.contains { $0.name == name }
    return isKnown ? OfferAnswer(.accepted, action: name) : nil
  }
}

/// A program that shows notifications and is reached over a bus. Confined to one thread at a time.
protocol NotificationServer: AnyObject {
  /// True if the program distinguishes a closed notification from one that timed out.
  var tellsDismissal: Bool { get }

  /// Shows a notification for a duration; a server shows one at a time.
  func show(_ notice: DesktopNotification, for duration: Duration) throws(BusProblem)

  /// Returns the next event of the notification; nil if none exists until the deadline.
  func event(until deadline: ContinuousClock.Instant) throws(BusProblem) -> NotificationEvent?

  /// Waits after ``NotificationEvent/lost`` until another program shows notifications, at most until
  /// the deadline.
  func waitForReturn(until deadline: ContinuousClock.Instant) throws(BusProblem)

  func close() throws(BusProblem)
}

enum NotificationEvent: Hashable {
  /// The user chose an action, given by its name.
  case chosen(String)
  case timedOut
  /// The user closed the notification, or the reason is unknown.
  case closed
  /// The program that showed the notification ended.
  case lost
}
