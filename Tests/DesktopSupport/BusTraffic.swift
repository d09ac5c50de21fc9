import Foundation
import Pipeline

/// The calls that programs make on a private bus, seen by a monitor.
///
/// A thread of its own reads until the object is released. `@unchecked Sendable`: `condition` guards
/// the calls, and only the thread uses the connection.
package final class BusTraffic: @unchecked Sendable {
  /// A call of a method.
  package struct Call: Hashable, Sendable {
    package let member: String
    /// The unique name of the connection that made the call.
    package let sender: String
  }

  private let bus: BusConnection
  private let condition = NSCondition()
  private var seen: [Call] = []

  /// Returns once every further call is seen.
  package init(on address: String) throws {
    bus = try BusConnection(to: address, until: .now + .seconds(60))
    let call = try bus.call(
      "BecomeMonitor", of: "org.freedesktop.DBus.Monitoring", at: "/org/freedesktop/DBus",
      to: "org.freedesktop.DBus")
    call.append(container: "a", of: "s") {}
    call.append(UInt32(0))
    _ = try bus.reply(to: call, until: .now + .seconds(60))
    Thread.detachNewThread { [weak self] in
      while let traffic = self, traffic.readsOn() {}
    }
  }

  /// Reads for a moment; returns false once the bus has ended.
  private func readsOn() -> Bool {
    do {
      guard let message = try bus.receive(until: .now + .milliseconds(10)) else { return true }
      guard message.kind == .call, let member = message.member, let sender = message.sender
      else { return true }
      condition.withLock {
        seen.append(Call(member: member, sender: sender))
        condition.broadcast()
      }
      return true
    } catch {
      return false
    }
  }

  /// The calls of a method so far, in order.
  package func calls(of member: String) -> [Call] {
    condition.withLock { seen.filter { $0.member == member } }
  }

  /// Waits for as many calls of a method, at most for a minute.
  package func waits(for count: Int, callsOf member: String) {
    let end = Date(timeIntervalSinceNow: 60)
    condition.withLock {
      while seen.count(where: { $0.member == member }) < count, condition.wait(until: end) {}
    }
  }
}
