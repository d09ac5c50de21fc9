import DesktopSupport
import Engine
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// Desktops that answer late, never or too often, that end, and that refuse.
@Suite(.needs(PrivateBus.requirement)) struct AwkwardDesktopTests {
  private let bus: PrivateBus
  private let offer = Offer(
    title: "Send it?", subject: "a.png", path: nil, age: nil, duration: 60_000)

  private static let excess =
    "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"

  init() async throws {
    bus = try await PrivateBus()
  }

  private func ask(for duration: Duration = .seconds(60)) throws -> OfferAnswer {
    let notifier = DesktopNotifier(
      program: "shotflow", cancellation: Cancellation(), address: bus.address, isSandboxed: false)
    return try notifier.answer(to: offer, until: .now + duration)
  }

  private func reason(_ body: () throws -> OfferAnswer) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? NotifierProblem)?.reason
    }
  }

  private func habits(
    whenShown: @escaping @Sendable (ShownNotice, FakeDesktop.Voice) -> Void
  ) -> FakeDesktop.Habits {
    var habits = FakeDesktop.Habits()
    habits.whenShown = whenShown
    return habits
  }

  @Test func withoutAProgramThatShowsNoticesNothingIsAsked() {
    let reason = reason { try ask() }
    #expect(reason?.hasPrefix("nothing shows notifications on this desktop") == true)
  }

  @Test func withoutABusNothingIsAsked() throws {
    let notifier = DesktopNotifier(
      program: "shotflow", cancellation: Cancellation(), address: "unix:path=/nonexistent/bus",
      isSandboxed: false)
    let reason = reason { try notifier.answer(to: offer, until: .now + .seconds(60)) }
    #expect(reason == "there is no message bus at unix:path=/nonexistent/bus")
  }

  @Test func oneThatNeverAnswersIsGivenUp() throws {
    var habits = FakeDesktop.Habits()
    habits.isSilent = true
    let desktop = try FakeDesktop(on: bus.address, habits)
    #expect(reason { try ask() } == "the notifications of the desktop do not answer")
    #expect(desktop.notices.isEmpty)
  }

  @Test func oneThatAnswersLateHasTheWholeTimeOfTheOffer() throws {
    var habits = habits { $1.choose("default", of: $0.number) }
    // Longer than the offer stays.
    habits.delay = .milliseconds(900)
    let desktop = try FakeDesktop(on: bus.address, habits)
    #expect(try ask(for: .milliseconds(500)) == OfferAnswer(.accepted))
    #expect(desktop.notices.count == 1)
  }

  @Test func oneWithoutButtonsCanNotBeAsked() throws {
    var habits = FakeDesktop.Habits()
    habits.capabilities = [["body"]]
    let desktop = try FakeDesktop(on: bus.address, habits)
    #expect(reason { try ask() } == "the notifications of this desktop can't be answered")
    #expect(desktop.notices.isEmpty)
  }

  @Test func oneThatComesBackUnderAnotherNameShowsItAgain() throws {
    let shown = Counter()
    let habits = habits { notice, voice in
      if shown.next() == 1 {
        voice.end(comesBack: true)
      } else {
        // The same number, but of the one that is gone.
        voice.formerChooses("default", of: notice)
        voice.close(notice.number, reason: 2)
      }
    }
    let desktop = try FakeDesktop(on: bus.address, habits)
    #expect(try ask() == OfferAnswer(.dismissed))
    #expect(desktop.notices.map(\.number) == [1, 1])
  }

  @Test func oneThatIsGoneForGoodLetsTheOfferExpire() throws {
    let traffic = try BusTraffic(on: bus.address)
    let desktop = try FakeDesktop(
      on: bus.address, habits { _, voice in voice.end(comesBack: false) })
    #expect(try ask(for: .seconds(2)) == OfferAnswer(.expired))
    #expect(desktop.notices.count == 1)
    // After 0, 0.1, 0.3, 0.7 and 1.5 s at the earliest, all by one connection.
    let calls = traffic.calls(of: "GetCapabilities")
    #expect((2...5).contains(calls.count))
    #expect(Set(calls.map(\.sender)).count == 1)
  }

  /// The next attempt by itself would come after an hour.
  @Test(arguments: [false, true]) func oneThatIsBackIsAskedAtOnce(_ isSandboxed: Bool) throws {
    let notifier = DesktopNotifier(
      program: "shotflow", cancellation: Cancellation(), address: bus.address,
      isSandboxed: isSandboxed,
      pauses: RetryPauses(from: .seconds(3600), upTo: .seconds(3600)))
    func answer() -> PendingValue<OfferAnswer> {
      PendingValue { [offer] in try notifier.answer(to: offer, until: .now + .seconds(7200)) }
    }
    let traffic = try BusTraffic(on: bus.address)
    if isSandboxed {
      let first = try FakePortal(on: bus.address, choosing: nil)
      let answer = answer()
      first.waits(forNotices: 1)
      first.stop()
      let second = try FakePortal(on: bus.address, choosing: "default")
      #expect(try answer.value() == OfferAnswer(.accepted))
      #expect(second.notices.map(\.identifier) == first.notices.map(\.identifier))
      #expect(Set(traffic.calls(of: "AddNotification").map(\.sender)).count == 1)
    } else {
      let first = try FakeDesktop(
        on: bus.address, habits { _, voice in voice.end(comesBack: false) })
      let answer = answer()
      first.waitsForEnd()
      let second = try FakeDesktop(on: bus.address, habits { $1.choose("default", of: $0.number) })
      #expect(try answer.value() == OfferAnswer(.accepted))
      #expect(second.notices.count == 1)
      #expect(Set(traffic.calls(of: "Notify").map(\.sender)).count == 1)
    }
  }

  @Test func pausesAreTwiceAsLongEachTimeUpToFiveSeconds() {
    var pauses = RetryPauses()
    #expect(
      (0..<8).map { _ in pauses.take() / .milliseconds(1) }
        == [100, 200, 400, 800, 1600, 3200, 5000, 5000])
  }

  @Test func aBusThatIsGoneLetsTheOfferExpire() async throws {
    let (shown, tell) = AsyncStream<Void>.makeStream()
    let habits = habits { _, voice in
      voice.settle()
      tell.yield()
    }
    let desktop = try FakeDesktop(on: bus.address, habits)
    let answer = PendingValue { try ask(for: .seconds(3)) }
    for await _ in shown { break }
    await bus.stop()
    #expect(try answer.value() == OfferAnswer(.expired))
    #expect(desktop.notices.count == 1)
  }

  @Test func oneThatHasShownTooMuchIsAskedAgain() throws {
    var habits = habits { $1.choose("default", of: $0.number) }
    habits.refusals = [Self.excess]
    let desktop = try FakeDesktop(on: bus.address, habits)
    #expect(try ask(for: .milliseconds(500)) == OfferAnswer(.accepted))
    #expect(desktop.notices.count == 1)
  }

  @Test func oneThatShowsNothingMoreIsGivenUp() throws {
    var habits = FakeDesktop.Habits()
    habits.refusals = Array(repeating: Self.excess, count: 100)
    let desktop = try FakeDesktop(on: bus.address, habits)
    #expect(reason { try ask() } == "the desktop takes no more notifications for now")
    #expect(desktop.notices.isEmpty)
  }

  @Test func whatShowsNoticesIsFoundWithoutShowingOne() throws {
    let notifier = DesktopNotifier(
      program: "shotflow", cancellation: Cancellation(), address: bus.address, isSandboxed: false)
    #expect(throws: NotifierProblem("no program shows notifications on this desktop")) {
      try notifier.service()
    }
    let desktop = try FakeDesktop(on: bus.address)
    #expect(try notifier.service() == "fake 1.0")
    #expect(desktop.notices.isEmpty)
  }
}

/// Counts on any thread.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}

/// A value that is made on a thread of its own.
private final class PendingValue<Value: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var outcome: Result<Value, any Error>?

  init(_ body: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      let made = Result { try body() }
      condition.withLock {
        outcome = made
        condition.broadcast()
      }
    }
  }

  func value() throws -> Value {
    try condition.withLock {
      while true {
        if let outcome { return try outcome.get() }
        condition.wait()
      }
    }
  }
}
