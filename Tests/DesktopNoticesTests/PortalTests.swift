import DesktopSupport
import Engine
import TestSupport
import Testing

@testable import DesktopNotices

/// Notices of a program in a sandbox, by a portal of the tests.
@Suite(.needs(PrivateBus.requirement)) struct PortalTests {
  private let bus: PrivateBus

  init() async throws {
    bus = try await PrivateBus()
  }

  private func ask(for duration: Duration = .seconds(60)) throws -> OfferAnswer {
    let notifier = DesktopNotifier(
      program: "shotflow", cancellation: Cancellation(), address: bus.address, isSandboxed: true)
    let offer = Offer(
      title: "Send it?", subject: "a.png", path: nil, age: nil, duration: 60_000,
      actions: [OfferAction("send", label: "Send")])
    return try notifier.answer(to: offer, until: .now + duration)
  }

  @Test(arguments: ["default", "send"])
  func theChosenActionIsTheAnswer(name: String) throws {
    let portal = try FakePortal(on: bus.address, choosing: name)
    #expect(try ask() == OfferAnswer(.accepted, action: name))
    let notice = try #require(portal.notices.first)
    #expect(notice.texts["title"] == "Send it?")
    #expect(notice.texts["body"] == "a.png")
    #expect(notice.texts["priority"] == "normal")
    #expect(notice.texts["default-action"] == "default")
    #expect(notice.buttons == [["label": "Send", "action": "send"]])
  }

  @Test func anOfferThatNobodyAcceptsIsDismissedAndTakenAway() throws {
    let portal = try FakePortal(on: bus.address, choosing: nil)
    #expect(try ask(for: .milliseconds(300)) == OfferAnswer(.dismissed))
    #expect(portal.removals(atLeast: 1) == portal.notices.map(\.identifier))
  }

  @Test func withoutAPortalNothingIsAsked() {
    #expect(throws: NotifierProblem.self) { try ask() }
  }
}
