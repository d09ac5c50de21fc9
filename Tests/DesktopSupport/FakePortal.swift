import Foundation
import Pipeline

/// The portal of a sandbox on a private bus: it shows each notification and chooses an action, or none.
///
/// It runs on a thread of its own. `@unchecked`: what the test sees is guarded by `lock`.
package final class FakePortal: @unchecked Sendable {
  /// A notification as the portal was asked to show it.
  package struct Notice: Sendable {
    package let identifier: String
    /// The members whose values are texts.
    package var texts: [String: String] = [:]
    /// Labels and actions of the buttons.
    package var buttons: [[String: String]] = []
    /// The kind and the bytes of the icon.
    package var icon: (kind: String, bytes: [UInt8])?
  }

  private let action: String?
  private let lock = NSLock()
  private var shown: [Notice] = []
  private var removed: [String] = []
  private var isStopped = false
  private var hasEnded = false

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Notification"

  /// Returns once the name is its own.
  ///
  /// - Parameter action: what the user chooses of each notification; nil for one who does nothing.
  package init(on address: String, choosing action: String?) throws {
    self.action = action
    let ready = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      guard let bus = try? BusConnection(to: address, until: .now + .seconds(60)) else { return }
      try? serve(on: bus) { ready.signal() }
      lock.withLock { hasEnded = true }
    }
    ready.wait()
  }

  deinit {
    lock.withLock { isStopped = true }
  }

  package var notices: [Notice] { lock.withLock { shown } }

  /// Waits for as many notices, at most for a minute.
  package func waits(forNotices count: Int) {
    wait { shown.count >= count }
  }

  /// Leaves the bus, as a program that ends does.
  package func stop() {
    lock.withLock { isStopped = true }
    wait { hasEnded }
  }

  private func wait(_ isThere: () -> Bool) {
    let end = ContinuousClock.now + .seconds(60)
    while !lock.withLock(isThere), .now < end { usleep(5000) }
  }

  /// Returns the removed notices, once they are as many as that, or after a minute.
  package func removals(atLeast count: Int) -> [String] {
    wait { removed.count >= count }
    return lock.withLock { removed }
  }

  private func serve(on bus: BusConnection, _ whenReady: () -> Void) throws {
    let name = try bus.busCall("RequestName")
    name.append(Self.name)
    name.append(UInt32(0))
    _ = try bus.reply(to: name, until: .now + .seconds(60))
    whenReady()
    while !lock.withLock({ isStopped }) {
      guard let call = try bus.receive(until: .now + .milliseconds(10)), call.kind == .call,
        let identifier = call.readText()
      else { continue }
      switch call.member {
      case "AddNotification":
        let notice = Self.notice(identifier, call)
        lock.withLock { shown.append(notice) }
        try bus.send(try bus.reply(to: call))
        try choose(on: bus, identifier)
      case "RemoveNotification":
        lock.withLock { removed.append(identifier) }
        try bus.send(try bus.reply(to: call))
      default: break
      }
    }
  }

  private func choose(on bus: BusConnection, _ identifier: String) throws {
    guard let action else { return }
    let signal = try bus.signal("ActionInvoked", of: Self.interface, at: Self.path)
    signal.append(identifier)
    signal.append(action)
    signal.append(container: "a", of: "v") {}
    try bus.send(signal)
  }

  private static func notice(_ identifier: String, _ call: BusMessage) -> Notice {
    var notice = Notice(identifier: identifier)
    read(call) { key, type in
      if type == "s" {
        notice.texts[key] = call.readText()
      } else if type == "aa{sv}" {
        _ = call.read(container: "a", of: "a{sv}") {
          while true {
            var button: [String: String] = [:]
            guard read(call, { key, _ in button[key] = call.readText() }) else { break }
            notice.buttons.append(button)
          }
        }
      } else if key == "icon", type == "(sv)" {
        _ = call.read(container: "r", of: "sv") {
          guard let kind = call.readText() else { return }
          _ = call.read(container: "v", of: "ay") {
            notice.icon = call.readBytes().map { (kind, $0) }
          }
        }
      } else {
        call.skip(type)
      }
    }
    return notice
  }

  /// Reads a dictionary of variants; false where none comes.
  @discardableResult
  private static func read(_ call: BusMessage, _ body: (String, String) -> Void) -> Bool {
    call.read(container: "a", of: "{sv}") {
      while call.read(
        container: "e", of: "sv",
        {
          guard let key = call.readText(), let type = call.typeOfVariant else { return }
          _ = call.read(container: "v", of: type) { body(key, type) }
        })
      {}
    }
  }
}
