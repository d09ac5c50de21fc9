internal import Engine

/// The desktop's own `org.freedesktop.Notifications` (Desktop Notifications Specification, version
/// 1.2). Its number and the unique name of the program identify a notification: another program may
/// use the same number, and signals of other senders are untrusted.
final class NotificationDaemon: NotificationServer {
  let tellsDismissal = true

  private let bus: BusConnection
  private let program: String
  private var shown: (number: UInt32, server: String)?

  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"
  /// The longest time for a call, in which the program may have to be started.
  private static let patience = Duration.seconds(2)

  init(_ bus: BusConnection, program: String) throws(BusProblem) {
    self.bus = bus
    self.program = program
    try bus.subscribe(
      "type='signal',sender='\(Self.name)',interface='\(Self.name)',path='\(Self.path)'",
      until: .now + Self.patience)
    try bus.followOwner(of: Self.name, until: .now + Self.patience)
  }

  private func call(_ member: String) throws(BusProblem) -> BusMessage {
    try bus.call(member, of: Self.name, at: Self.path, to: Self.name)
  }

  /// Returns the capabilities of the program, which may change with its configuration.
  private func capabilities() throws(BusProblem) -> [String] {
    let reply = try bus.reply(to: try call("GetCapabilities"), until: .now + Self.patience)
    return reply.readTexts() ?? []
  }

  func show(_ notice: DesktopNotification, for duration: Duration) throws(BusProblem) {
    shown = nil
    let capabilities = try capabilities()
    guard notice.acceptLabel == nil || capabilities.contains("actions") else {
      throw .unavailable("the notifications of this desktop can't be answered")
    }
    let call = try call("Notify")
    call.append(program)
    call.append(UInt32(0))
    call.append("")
    if capabilities.contains("body") {
      call.append(notice.title)
      call.append(
        capabilities.contains("body-markup") ? notice.markedUpSubject : notice.subject)
    } else {
      call.append("\(notice.title) \(notice.subject)")
      call.append("")
    }
    call.append(container: "a", of: "s") {
      let accepting = notice.acceptLabel.map { OfferAction(OfferAnswer.plain, label: $0) }
      for action in [accepting].compactMap(\.self) + notice.actions {
        call.append(action.name)
        call.append(action.label)
      }
    }
    call.append(container: "a", of: "{sv}") { appendHints(of: notice, to: call) }
    call.append(Int32(clamping: duration.wholeMilliseconds))
    let reply = try bus.reply(to: call, until: .now + Self.patience, isUndone: true)
    guard let number = reply.readNumber(), let server = reply.sender else { throw .invalid }
    shown = (number, server)
  }

  private func appendHints(of notice: DesktopNotification, to call: BusMessage) {
    call.append(key: "urgency", "y") { call.append(UInt8(1)) }
    call.append(key: "transient", "b") { call.append(true) }
    call.append(key: "desktop-entry", "s") { call.append(program) }
    guard let picture = notice.picture else { return }
    if let address = picture.address {
      call.append(key: "image-path", "s") { call.append(address) }
    }
    call.append(key: "image-data", "(iiibiiay)") {
      call.append(container: "r", of: "iiibiiay") {
        let channels = picture.hasAlpha ? 4 : 3
        call.append(Int32(clamping: picture.width))
        call.append(Int32(clamping: picture.height))
        call.append(Int32(clamping: picture.width * channels))
        call.append(picture.hasAlpha)
        call.append(Int32(8))
        call.append(Int32(channels))
        call.append(bytes: picture.pixels)
      }
    }
  }

  func event(until deadline: ContinuousClock.Instant) throws(BusProblem) -> NotificationEvent? {
    while let message = try bus.receive(until: deadline) {
      if let event = event(of: message) { return event }
    }
    return nil
  }

  private func event(of message: BusMessage) -> NotificationEvent? {
    guard let shown, message.kind == .signal else { return nil }
    switch (message.sender, message.interface, message.member) {
    case (shown.server, Self.name, "ActionInvoked"):
      guard message.readNumber() == shown.number else { return nil }
      return message.readText().map(NotificationEvent.chosen)
    case (shown.server, Self.name, "NotificationClosed"):
      guard message.readNumber() == shown.number else { return nil }
      return message.readNumber() == 1 ? .timedOut : .closed
    default: return message.ownerChange(of: Self.name)?.former == shown.server ? .lost : nil
    }
  }

  func waitForReturn(until deadline: ContinuousClock.Instant) throws(BusProblem) {
    try bus.waitForOwner(of: Self.name, until: deadline)
  }

  func close() throws(BusProblem) {
    guard let shown else { return }
    let call = try bus.call(
      "CloseNotification", of: Self.name, at: Self.path, to: shown.server)
    call.append(shown.number)
    try bus.finish(call, until: .now + Self.patience)
  }
}
