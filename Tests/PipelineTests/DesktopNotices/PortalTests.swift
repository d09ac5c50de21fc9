import DesktopSupport
import Engine
import TestSupport
import Testing

@testable import Pipeline

/// Notices of a program in a sandbox, by a portal of the tests.
@Suite(.needs(PrivateBus.requirement)) struct PortalTests {
  private let bus: PrivateBus

  init() async throws {
    bus = try await PrivateBus()
  }

  private func ask(for duration: Duration = .seconds(60), showing picture: OfferPicture? = nil)
    throws -> OfferAnswer
  {
    let notifier = DesktopNotifier(
      program: "shotflow", cancellation: Cancellation(), address: bus.address, isSandboxed: true)
    let offer = Offer(
      title: "Send it?", subject: "a.png", path: nil, age: nil, duration: 60_000,
      actions: [OfferAction("send", label: "Send")], picture: picture)
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

  @Test(arguments: [3, 4]) func thePictureIsASquareIcon(channels: Int) throws {
    let portal = try FakePortal(on: bus.address, choosing: "default")
    let pixels = (0..<2 * channels).map { UInt8($0 + 1) }
    let picture = try #require(OfferPicture(width: 2, height: 1, pixels: pixels))
    #expect(try ask(showing: picture) == OfferAnswer(.accepted, action: "default"))
    let icon = try #require(portal.notices.first?.icon)
    #expect(icon.kind == "bytes")
    let square = try #require(
      OfferPicture(
        width: 2, height: 2,
        pixels: channels == 3
          ? [1, 2, 3, 255, 4, 5, 6, 255] + [UInt8](repeating: 0, count: 8)
          : pixels + [UInt8](repeating: 0, count: 8)))
    #expect(icon.bytes == StoredPNG(square).bytes)
  }

  @Test func withoutAPictureThereIsNoIcon() throws {
    let portal = try FakePortal(on: bus.address, choosing: "default")
    _ = try ask()
    #expect(try #require(portal.notices.first).icon == nil)
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
