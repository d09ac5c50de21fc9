import Foundation
import Pipeline

/// A file manager on a private bus, which keeps what it is asked to show.
///
/// A thread of its own answers until the object is released. `@unchecked Sendable`: `lock` guards the
/// calls, and only the thread uses the connection.
package final class FakeFileManager: @unchecked Sendable {
  private let bus: BusConnection
  private let lock = NSLock()
  private var shown: [[String]] = []

  private static let name = "org.freedesktop.FileManager1"
  /// File managers describe their methods, from which programs learn the types of arguments.
  private static let description = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
      <interface name="org.freedesktop.FileManager1">
        <method name="ShowItems">
          <arg type="as" name="URIs" direction="in"/>
          <arg type="s" name="StartupId" direction="in"/>
        </method>
      </interface>
    </node>
    """

  /// Returns once the name is its own.
  package init(on address: String) throws {
    bus = try BusConnection(to: address, until: .now + .seconds(60))
    let call = try bus.busCall("RequestName")
    call.append(Self.name)
    call.append(UInt32(0))
    _ = try bus.reply(to: call, until: .now + .seconds(60))
    Thread.detachNewThread { [weak self] in
      while let manager = self, manager.answersOn() {}
    }
  }

  /// The addresses of each call, in order.
  package var calls: [[String]] { lock.withLock { shown } }

  /// Answers for a moment; returns false once the bus has ended.
  private func answersOn() -> Bool {
    do {
      guard let call = try bus.receive(until: .now + .milliseconds(10)), call.kind == .call
      else { return true }
      let reply: BusMessage
      switch call.member {
      case "Introspect":
        reply = try bus.reply(to: call)
        reply.append(Self.description)
      case "ShowItems":
        guard let addresses = call.readTexts(), call.readText() != nil else {
          reply = try bus.refusal(
            of: call, "org.freedesktop.DBus.Error.InvalidArgs", "wrong types")
          break
        }
        lock.withLock { shown.append(addresses) }
        reply = try bus.reply(to: call)
      default:
        reply = try bus.refusal(
          of: call, "org.freedesktop.DBus.Error.UnknownMethod", "no such method")
      }
      try bus.send(reply)
      return true
    } catch {
      return false
    }
  }
}
