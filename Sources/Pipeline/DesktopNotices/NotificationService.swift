/// The program that shows notifications on a desktop, examined without starting it.
struct NotificationService {
  /// The program's name and version, or how it would be started.
  let text: String

  private static let patience = DesktopNotifier.patience

  /// Finds the program; throws ``BusProblem`` if none shows notifications.
  init(_ bus: BusConnection) throws(BusProblem) {
    let name = NotificationDaemon.name
    let owned = try bus.busCall("NameHasOwner")
    owned.append(name)
    if try bus.reply(to: owned, until: .now + Self.patience).readFlag() == true {
      text = try Self.release(on: bus)
      return
    }
    let startable = try bus.reply(
      to: try bus.busCall("ListActivatableNames"), until: .now + Self.patience)
    guard startable.readTexts()?.contains(name) == true else {
      throw .unavailable("no program shows notifications on this desktop")
    }
    text = "a program that is started when it is needed"
  }

  private static func release(on bus: BusConnection) throws(BusProblem) -> String {
    let name = NotificationDaemon.name
    let call = try bus.call(
      "GetServerInformation", of: name, at: NotificationDaemon.path, to: name)
    let reply = try bus.reply(to: call, until: .now + patience)
    guard let program = reply.readText(), reply.readText() != nil, let release = reply.readText()
    else { throw .invalid }
    return "\(program) \(release)"
  }
}
