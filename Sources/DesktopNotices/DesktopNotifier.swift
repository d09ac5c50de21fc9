public import Engine
internal import Platform
internal import Synchronization

/// Asks by a notification of the desktop, with a picture and a button for each action.
///
/// Its own clock decides when an offer has expired, as many desktops have a time of their own. A
/// notice that goes away with the program that showed it is shown again by the next one, for the time
/// that is left. Until it is settled the notifier stays on the bus, since some desktops drop the
/// notices of a program that leaves. Safe from any thread.
public final class DesktopNotifier: Notifier {
  public static let description = NotifierDescription(
    name: "desktop", summary: "asks by a notification of the desktop, with buttons")

  private let program: String
  private let cancellation: Cancellation
  /// Of the message bus; nil for the user's.
  private let address: String?
  /// Whether the desktop is reached by the portal of a sandbox.
  private let isSandboxed: Bool
  /// What was shown last, since some desktops refuse to show the same twice in a second.
  private let last = Lock<DesktopNotice?>(nil)

  /// How long it takes at most to reach the bus, and to start what shows notifications.
  static let patience = Duration.seconds(2)
  /// How long a click may come behind the end of its notice; some desktops tell the end first.
  private static let grace = Duration.milliseconds(100)
  /// How often a desktop is asked that has shown too much.
  private static let attempts = 3
  private static let pause = Duration.milliseconds(1100)
  private static let shortPause = Duration.milliseconds(100)

  public convenience init() {
    self.init(program: "shotflow", cancellation: Cancellation())
  }

  package init(
    program: String, cancellation: Cancellation, address: String? = nil,
    isSandboxed: Bool? = nil
  ) {
    self.program = program
    self.cancellation = cancellation
    self.address = address
    self.isSandboxed = isSandboxed ?? NotificationPortal.isNeeded
  }

  public var pictureSide: Int? { 256 }

  public func serving(_ run: NotifierRun) -> any Notifier {
    DesktopNotifier(
      program: run.program, cancellation: run.cancellation, address: address,
      isSandboxed: isSandboxed)
  }

  /// - Throws: ``NotifierProblem`` when nothing could be shown; ``RunProblem/cancelled`` when the run is
  ///   to end, with the notice taken away.
  public func offer(
    _ offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> Outcome {
    try answer(to: offer, until: deadline).outcome
  }

  /// - Throws: as ``offer(_:until:)``.
  public func answer(
    to offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer {
    #if os(macOS)
      return try ScriptedNotice(DesktopNotice(offer)).show()
    #else
      return try ask(DesktopNotice(offer), until: deadline)
    #endif
  }

  /// - Throws: as ``offer(_:until:)``.
  public func tell(_ title: String, _ text: String, for duration: Duration) throws {
    let notice = DesktopNotice(telling: title, text)
    #if os(macOS)
      _ = try ScriptedNotice(notice).show()
    #else
      _ = try ask(notice, until: .now + duration)
    #endif
  }

  /// One notice for all: they are accepted together or not at all.
  ///
  /// - Throws: as ``offer(_:until:)``.
  public func answers(
    to group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> [OfferAnswer] {
    #if os(macOS)
      let answer = try ScriptedNotice(DesktopNotice(group)).show()
    #else
      let answer = try ask(DesktopNotice(group), until: deadline)
    #endif
    return group.offers.map { _ in answer }
  }

  // MARK: - One notice

  /// Shows a notice until it is answered.
  ///
  /// It stays as long as from now to the deadline, from the moment at which it is shown: the program
  /// that shows it may have to be started first.
  private func ask(
    _ notice: DesktopNotice, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer {
    let notice = last.withLock { last in
      let told = notice.toldApart(from: last)
      last = told
      return told
    }
    let stay = max(deadline - .now, .zero)
    var end: ContinuousClock.Instant?
    while end.map({ $0 > .now }) ?? true {
      do throws(BusProblem) {
        let server = try server()
        try show(notice, by: server, for: end.map { $0 - .now } ?? stay)
        let until = end ?? .now + stay
        end = until
        if let answer = try answer(from: server, to: notice, until: until) { return answer }
      } catch .cancelled {
        throw RunProblem.cancelled
      } catch {
        if end == nil { throw NotifierProblem(Self.reason(of: error)) }
        do throws(BusProblem) { try wait(for: Self.shortPause) } catch {
          throw RunProblem.cancelled
        }
      }
    }
    return OfferAnswer(.expired)
  }

  /// What becomes of the notice; nil when it went away with the program that showed it.
  private func answer(
    from server: any NoticeServer, to notice: DesktopNotice, until end: ContinuousClock.Instant
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

  /// The action that was chosen as the notice went away.
  private func lateAnswer(
    from server: any NoticeServer, to notice: DesktopNotice
  ) throws(BusProblem) -> OfferAnswer? {
    let end = ContinuousClock.now + Self.grace
    while let event = try server.event(until: end) {
      if case .chosen(let action) = event, let answer = notice.answer(by: action) { return answer }
    }
    return nil
  }

  private func show(
    _ notice: DesktopNotice, by server: any NoticeServer, for duration: Duration
  ) throws(BusProblem) {
    for attempt in 1... {
      do throws(BusProblem) {
        return try server.show(notice, for: duration)
      } catch .refused(let name, _) where name.hasSuffix(".ExcessNotificationGeneration") {
        guard attempt < Self.attempts else {
          throw .unavailable("the desktop takes no more notifications for now")
        }
        try wait(for: Self.pause)
      }
    }
  }

  private func wait(for duration: Duration) throws(BusProblem) {
    let end = ContinuousClock.now + duration
    while .now < end {
      if cancellation.isCancelled { throw .cancelled }
      usleep(20_000)
    }
  }

  // MARK: - Reaching the desktop

  private func server() throws(BusProblem) -> any NoticeServer {
    let bus = try connection()
    return isSandboxed
      ? try NotificationPortal(bus) : try NotificationDaemon(bus, program: program)
  }

  private func connection() throws(BusProblem) -> BusConnection {
    guard let address = address ?? BusAddress.ofUser else {
      throw .unavailable("there is no desktop session that could show a notification")
    }
    return try BusConnection(
      to: address, until: .now + Self.patience,
      isCancelled: { [cancellation] in cancellation.isCancelled })
  }

  /// The program that shows notifications, without starting it.
  ///
  /// - Throws: ``NotifierProblem`` when there is none.
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

extension DesktopNotice {
  /// The answer that an action stands for; nil for one that the notice does not have.
  fileprivate func answer(by name: String) -> OfferAnswer? {
    let isKnown = name == OfferAnswer.plain || actions.contains { $0.name == name }
    return isKnown ? OfferAnswer(.accepted, action: name) : nil
  }
}
