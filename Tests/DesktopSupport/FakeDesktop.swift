import Foundation
import Pipeline

/// A program that shows notifications on a private bus, and answers as a test says.
///
/// It runs on a thread of its own until it is stopped. `@unchecked`: what the test sees is guarded by
/// `condition`; the rest is confined to the thread.
package final class FakeDesktop: @unchecked Sendable {
  /// The behaviour of a fake desktop.
  package struct Habits: Sendable {
    /// The capabilities that it reports for the first, the second and every later notice.
    package var capabilities = [["actions", "body", "body-markup"]]
    /// True if calls get no answer.
    package var isSilent = false
    /// The time that it takes to show a notice.
    package var delay = Duration.zero
    /// The errors that the first calls of `Notify` get, by their names.
    package var refusals: [String] = []
    /// Called behind the reply for each notice.
    package var whenShown: @Sendable (ShownNotice, Voice) -> Void = { _, _ in }
    /// Called when a notice is to be closed; it is not by itself.
    package var whenToClose: @Sendable (UInt32, Voice) -> Void = { $1.close($0, reason: 3) }

    package init() {}
  }

  private let habits: Habits
  private let condition = NSCondition()
  private var shown: [ShownNotice] = []
  private var closed: [UInt32] = []
  private var requests: [@Sendable (Voice) -> Void] = []
  private var isStopped = false
  private var hasEnded = false

  /// Takes the name, and returns once calls are answered.
  package init(on address: String, _ habits: Habits = Habits()) throws {
    self.habits = habits
    let start = StartReport()
    Thread.detachNewThread { [self] in
      do {
        try Voice(address, habits, self).serve { start.report(nil) }
      } catch {
        start.report(error)
      }
      condition.withLock {
        hasEnded = true
        condition.broadcast()
      }
    }
    try start.wait()
  }

  deinit {
    condition.withLock { isStopped = true }
  }

  /// The notices that it was asked to show, in order.
  package var notices: [ShownNotice] { condition.withLock { shown } }

  /// The numbers of the notices that were taken away, in order.
  package var closings: [UInt32] { condition.withLock { closed } }

  /// Waits for as many notices as that.
  package func waits(forNotices count: Int) {
    wait { shown.count >= count }
  }

  /// Waits until as many notices were taken away.
  package func waits(forClosings count: Int) {
    wait { closed.count >= count }
  }

  /// Gives up after a minute, so that a test fails and does not hang.
  private func wait(_ isThere: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 60)
    condition.withLock { while !isThere(), condition.wait(until: end) {} }
  }

  package func stop() {
    condition.withLock { isStopped = true }
    waitsForEnd()
  }

  /// Waits until the program has ended.
  package func waitsForEnd() {
    wait { hasEnded }
  }

  /// Lets the program do something on its own thread, such as to send what the user did.
  package func perform(_ request: @escaping @Sendable (Voice) -> Void) {
    condition.withLock { requests.append(request) }
  }

  fileprivate func takeRequests() -> [@Sendable (Voice) -> Void] {
    condition.withLock {
      defer { requests = [] }
      return requests
    }
  }

  fileprivate var isOver: Bool { condition.withLock { isStopped } }

  fileprivate func note(_ notice: ShownNotice) {
    condition.withLock {
      shown.append(notice)
      condition.broadcast()
    }
  }

  fileprivate func note(closing number: UInt32) {
    condition.withLock {
      closed.append(number)
      condition.broadcast()
    }
  }
}

/// A report that the thread of a fake has started, or why it could not.
private final class StartReport: @unchecked Sendable {
  private let condition = NSCondition()
  private var outcome: Result<Void, any Error>?

  func report(_ error: (any Error)?) {
    condition.withLock {
      outcome = outcome ?? error.map { .failure($0) } ?? .success(())
      condition.broadcast()
    }
  }

  func wait() throws {
    try condition.withLock {
      while outcome == nil { condition.wait() }
      try outcome?.get()
    }
  }
}

extension FakeDesktop {
  /// The messages that the fake sends on its bus. Confined to its thread.
  package final class Voice {
    private let address: String
    private let habits: Habits
    private unowned let desktop: FakeDesktop
    private var bus: BusConnection
    /// Another program on the bus, which shows nothing.
    private let stranger: BusConnection
    /// The connection that it had before it came back.
    private var former: BusConnection?
    private var number: UInt32 = 0
    private var asked = 0
    private var refused = 0
    private var isLeaving = false
    private var comesBack = false

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    fileprivate init(_ address: String, _ habits: Habits, _ desktop: FakeDesktop) throws {
      self.address = address
      self.habits = habits
      self.desktop = desktop
      bus = try Self.connection(address)
      stranger = try Self.connection(address)
      try takeName()
    }

    private static func connection(_ address: String) throws -> BusConnection {
      try BusConnection(to: address, until: .now + .seconds(60))
    }

    private func takeName() throws {
      let call = try bus.busCall("RequestName")
      call.append(Self.name)
      call.append(UInt32(0))
      _ = try bus.reply(to: call, until: .now + .seconds(60))
    }

    fileprivate func serve(_ whenReady: () -> Void) throws {
      whenReady()
      while !desktop.isOver {
        if let message = try bus.receive(until: .now + .milliseconds(10)) { try answer(message) }
        for request in desktop.takeRequests() { request(self) }
        if isLeaving {
          isLeaving = false
          try leave()
          guard comesBack else { return }
          bus = try Self.connection(address)
          number = 0
          try takeName()
        }
      }
    }

    /// Gives the name away, as a program that ends does, but can still speak.
    private func leave() throws {
      let call = try bus.busCall("ReleaseName")
      call.append(Self.name)
      _ = try bus.reply(to: call, until: .now + .seconds(60))
      former = bus
    }

    private func answer(_ call: BusMessage) throws {
      guard call.kind == .call, !habits.isSilent else { return }
      switch call.member {
      case "GetCapabilities": try tellCapabilities(call)
      case "GetServerInformation": try tellInformation(call)
      case "Notify": try show(call)
      case "CloseNotification":
        let number = call.readNumber() ?? 0
        // Before anything is said, so that who heard of the end finds it counted.
        desktop.note(closing: number)
        try bus.send(try bus.reply(to: call))
        habits.whenToClose(number, self)
      default: break
      }
    }

    private func tellCapabilities(_ call: BusMessage) throws {
      let capabilities = habits.capabilities[min(asked, habits.capabilities.count - 1)]
      asked += 1
      let reply = try bus.reply(to: call)
      reply.append(container: "a", of: "s") { for name in capabilities { reply.append(name) } }
      try bus.send(reply)
    }

    private func tellInformation(_ call: BusMessage) throws {
      let reply = try bus.reply(to: call)
      for text in ["fake", "shotflow", "1.0", "1.2"] { reply.append(text) }
      try bus.send(reply)
    }

    private func show(_ call: BusMessage) throws {
      if refused < habits.refusals.count {
        refused += 1
        try bus.send(try bus.refusal(of: call, habits.refusals[refused - 1], "not now"))
        return
      }
      if habits.delay > .zero {
        let (seconds, attoseconds) = habits.delay.components
        Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
      }
      number += 1
      let notice = ShownNotice(number, call)
      let reply = try bus.reply(to: call)
      reply.append(number)
      try bus.send(reply)
      desktop.note(notice)
      habits.whenShown(notice, self)
    }

    // MARK: - What a test lets it say

    private func signal(
      _ member: String, from bus: BusConnection, to destination: String? = nil,
      _ body: (BusMessage) -> Void
    ) {
      guard
        let signal = try? bus.signal(member, of: Self.name, at: Self.path, to: destination)
      else { return }
      body(signal)
      _ = try? bus.send(signal)
      bus.flush(until: .now + .seconds(60))
    }

    /// The user chooses an action.
    package func choose(_ action: String, of number: UInt32) {
      signal("ActionInvoked", from: bus) {
        $0.append(number)
        $0.append(action)
      }
    }

    package func close(_ number: UInt32, reason: UInt32) {
      signal("NotificationClosed", from: bus) {
        $0.append(number)
        $0.append(reason)
      }
    }

    /// Another program says that the user chose an action, to the asker alone.
    package func strangerChooses(_ action: String, of notice: ShownNotice) {
      signal("ActionInvoked", from: stranger, to: notice.sender) {
        $0.append(notice.number)
        $0.append(action)
      }
    }

    /// Signals, as the former owner of the name, that the user chose an action.
    package func formerChooses(_ action: String, of notice: ShownNotice) {
      guard let former else { return }
      signal("ActionInvoked", from: former, to: notice.sender) {
        $0.append(notice.number)
        $0.append(action)
      }
    }

    /// Returns when the bus has passed on all that was said before.
    package func settle() {
      guard let call = try? bus.busCall("GetId") else { return }
      _ = try? bus.reply(to: call, until: .now + .seconds(60))
    }

    /// Ends the fake.
    package func end(comesBack: Bool) {
      isLeaving = true
      self.comesBack = comesBack
    }
  }
}
