internal import Engine
internal import Platform

/// The notifications of a desktop for a sandboxed program, `org.freedesktop.portal.Notification`.
/// The portal reports only the chosen action: a closed notification looks like an ignored one.
final class NotificationPortal: NotificationServer {
  let tellsDismissal = false

  private let bus: BusConnection
  /// The identifier of the notification, unique in the process, as its connections share them.
  private let identifier: String
  /// The unique name on the bus of the portal that shows the notification; nil if none is shown.
  private var server: String?

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Notification"
  private static let patience = Duration.seconds(2)

  /// Subscribes to the portal's signals; `number` distinguishes the process's notifications.
  init(_ bus: BusConnection, number: Int) throws(BusProblem) {
    self.bus = bus
    identifier = "offer-\(getpid())-\(number)"
    try bus.subscribe(
      "type='signal',sender='\(Self.name)',interface='\(Self.interface)',path='\(Self.path)'",
      until: .now + Self.patience)
    try bus.followOwner(of: Self.name, until: .now + Self.patience)
  }

  /// True if this process is in a sandbox with a portal: Flatpak creates a file, Snap sets a
  /// variable.
  static var isNeeded: Bool {
    if access("/.flatpak-info", F_OK) == 0 { return true }
    guard let folder = BusAddress.variable("SNAP"), let path = RealPath("/proc/self/exe")
    else { return false }
    return path.text.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  func show(_ notice: DesktopNotification, for duration: Duration) throws(BusProblem) {
    server = nil
    let call = try bus.call(
      "AddNotification", of: Self.interface, at: Self.path, to: Self.name)
    call.append(identifier)
    call.append(container: "a", of: "{sv}") {
      call.append(key: "title", "s") { call.append(notice.title) }
      call.append(key: "body", "s") { call.append(notice.subject) }
      call.append(key: "priority", "s") { call.append("normal") }
      if let picture = notice.picture {
        call.append(key: "icon", "(sv)") { append(picture, to: call) }
      }
      if notice.acceptLabel != nil {
        call.append(key: "default-action", "s") { call.append("default") }
      }
      call.append(key: "buttons", "aa{sv}") {
        call.append(container: "a", of: "a{sv}") {
          for action in notice.actions {
            call.append(container: "a", of: "{sv}") {
              call.append(key: "label", "s") { call.append(action.label) }
              call.append(key: "action", "s") { call.append(action.name) }
            }
          }
        }
      }
    }
    let reply = try bus.reply(to: call, until: .now + Self.patience, isUndone: true)
    guard let sender = reply.sender else { throw .invalid }
    server = sender
  }

  /// Writes the format of GLib's icons of bytes (g_icon_serialize); only square ones are shown.
  private func append(_ picture: OfferPicture, to call: BusMessage) {
    call.append(container: "r", of: "sv") {
      call.append("bytes")
      call.append(container: "v", of: "ay") {
        call.append(bytes: StoredPNG(picture.squared).bytes)
      }
    }
  }

  func event(until deadline: ContinuousClock.Instant) throws(BusProblem) -> NotificationEvent? {
    while let message = try bus.receive(until: deadline) {
      guard let server, message.kind == .signal else { continue }
      switch (message.sender, message.interface, message.member) {
      case (server, Self.interface, "ActionInvoked"):
        guard message.readText() == identifier, let action = message.readText() else { continue }
        return .chosen(action)
      default: if message.ownerChange(of: Self.name)?.former == server { return .lost }
      }
    }
    return nil
  }

  func waitForReturn(until deadline: ContinuousClock.Instant) throws(BusProblem) {
    try bus.waitForOwner(of: Self.name, until: deadline)
  }

  func close() throws(BusProblem) {
    guard let server else { return }
    let call = try bus.call(
      "RemoveNotification", of: Self.interface, at: Self.path, to: server)
    call.append(identifier)
    try bus.finish(call, until: .now + Self.patience)
  }
}
