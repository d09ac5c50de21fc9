import DesktopSupport
import Engine
import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// Notices on a private bus, with a program that answers as a test says.
@Suite(.needs(PrivateBus.requirement)) struct DesktopNotifierTests {
  private let bus: PrivateBus
  private let cancellation = Cancellation()

  init() async throws {
    bus = try await PrivateBus()
  }

  private var notifier: DesktopNotifier {
    DesktopNotifier(
      program: "shotflow", cancellation: cancellation, address: bus.address, isSandboxed: false)
  }

  private static let actions = [
    OfferAction("send", label: "Send"), OfferAction("open", label: "Open"),
  ]

  private static func offer(
    title: String = "Send <it>?", subject: String = "a & <b>.png", picture: OfferPicture? = nil
  ) -> Offer {
    Offer(
      title: title, subject: subject, path: nil, age: 4000, duration: 60_000,
      place: Offer.Place(2, of: 4), actions: actions, picture: picture)
  }

  /// Asks, for a minute unless a test says otherwise.
  private func ask(
    _ offer: Offer = offer(), for duration: Duration = .seconds(60)
  ) throws -> OfferAnswer {
    try notifier.answer(to: offer, until: .now + duration)
  }

  private func desktop(
    habits: FakeDesktop.Habits = FakeDesktop.Habits(),
    whenShown: @escaping @Sendable (ShownNotice, FakeDesktop.Voice) -> Void = { _, _ in }
  ) throws -> FakeDesktop {
    var habits = habits
    habits.whenShown = whenShown
    return try FakeDesktop(on: bus.address, habits)
  }

  // MARK: - Answers

  @Test(arguments: ["default", "send", "open"])
  func theChosenActionIsTheAnswer(name: String) throws {
    let desktop = try desktop { $1.choose(name, of: $0.number) }
    #expect(try ask() == OfferAnswer(.accepted, action: name))
    #expect(desktop.closings.isEmpty)
  }

  @Test(
    arguments: [(1, Outcome.expired), (2, .dismissed), (3, .dismissed), (4, .dismissed)]
      as [(UInt32, Outcome)])
  func whatTheDesktopClosesIsRefusedOrExpired(reason: UInt32, outcome: Outcome) throws {
    let desktop = try desktop { $1.close($0.number, reason: reason) }
    #expect(try ask() == OfferAnswer(outcome))
    #expect(desktop.notices.count == 1)
  }

  @Test func itsOwnClockEndsANoticeAndTakesItAway() throws {
    let desktop = try desktop()
    #expect(try ask(for: .milliseconds(200)) == OfferAnswer(.expired))
    desktop.waits(forClosings: 1)
    #expect(desktop.closings == desktop.notices.map(\.number))
  }

  @Test func aClickThatComesBehindTheEndCounts() throws {
    let desktop = try desktop { notice, voice in
      voice.close(notice.number, reason: 2)
      voice.choose("send", of: notice.number)
    }
    #expect(try ask() == OfferAnswer(.accepted, action: "send"))
    #expect(desktop.notices.count == 1)
  }

  @Test func aClickInTheLastMomentCounts() throws {
    var habits = FakeDesktop.Habits()
    habits.whenToClose = { number, voice in
      voice.choose("open", of: number)
      voice.close(number, reason: 3)
    }
    let desktop = try desktop(habits: habits)
    #expect(try ask(for: .milliseconds(100)) == OfferAnswer(.accepted, action: "open"))
    #expect(desktop.closings.count == 1)
  }

  @Test func onlyTheProgramThatShowsItAndItsNumberCount() throws {
    let desktop = try desktop { notice, voice in
      voice.strangerChooses("send", of: notice)
      voice.choose("send", of: notice.number + 1)
      voice.close(notice.number + 1, reason: 2)
      voice.choose("format", of: notice.number)
      voice.choose("open", of: notice.number)
    }
    #expect(try ask() == OfferAnswer(.accepted, action: "open"))
    #expect(desktop.notices.count == 1)
  }

  @Test func oneNoticeAnswersForSeveralAssets() throws {
    let desktop = try desktop { $1.choose("send", of: $0.number) }
    let offers = ["a.png", "b.png", "c.png", "d.png", "e.png"].map {
      Offer(
        title: "Send it?", subject: $0, path: nil, age: nil, duration: 60_000,
        actions: Self.actions)
    }
    let group = OfferGroup(
      title: "Send these?", noun: "screenshots", offers: offers, duration: 60_000)
    let answers = try notifier.answers(to: group, until: .now + .seconds(60))
    #expect(answers == offers.map { _ in OfferAnswer(.accepted, action: "send") })
    let notice = try #require(desktop.notices.first)
    #expect(desktop.notices.count == 1)
    #expect(notice.title == "Send these?")
    #expect(notice.body == "5 screenshots: a.png, b.png, c.png, d.png …")
  }

  @Test func anEndedRunTakesItsNoticeAway() throws {
    let cancellation = cancellation
    let desktop = try desktop { _, _ in cancellation.cancel(byUser: true) }
    #expect(throws: RunProblem.cancelled) { try ask() }
    desktop.waits(forClosings: 1)
    #expect(desktop.closings == [1])
  }

  // MARK: - What is shown

  @Test func aNoticeSaysAllOfTheOffer() throws {
    let pixels = (0..<24).map { UInt8($0) }
    let picture = try #require(
      OfferPicture(width: 4, height: 2, pixels: pixels, address: "file:///a%20b.png"))
    let desktop = try desktop { $1.choose("send", of: $0.number) }
    _ = try ask(Self.offer(picture: picture), for: .seconds(60))
    let notice = try #require(desktop.notices.first)
    #expect(notice.program == "shotflow" && notice.replaces == 0)
    #expect(notice.title == "Send <it>?")
    #expect(notice.body == "a &amp; &lt;b&gt;.png, 4 s ago, 2 of 4")
    #expect(notice.actions == ["default", "Yes", "send", "Send", "open", "Open"])
    #expect(notice.urgency == 1)
    #expect(notice.isTransient == true)
    #expect(notice.entry == "shotflow")
    #expect(notice.imagePath == "file:///a%20b.png")
    #expect((50_000...60_000).contains(notice.milliseconds))
    let image = try #require(notice.image)
    #expect(image.width == 4 && image.height == 2 && image.rowSize == 12)
    #expect(!image.hasAlpha && image.bits == 8 && image.channels == 3)
    #expect(image.pixels == pixels)
  }

  @Test func aPictureMayBeTransparent() throws {
    let desktop = try desktop { $1.choose("send", of: $0.number) }
    let picture = OfferPicture(width: 1, height: 2, pixels: [1, 2, 3, 0, 4, 5, 6, 255])
    _ = try ask(Self.offer(picture: picture))
    let image = try #require(desktop.notices.first?.image)
    #expect(image.hasAlpha && image.channels == 4 && image.rowSize == 4)
    #expect(desktop.notices.first?.hints.contains("image-path") == false)
  }

  @Test func theDesktopIsAskedForEachNoticeWhatItCanDo() throws {
    var habits = FakeDesktop.Habits()
    habits.capabilities = [["actions", "body", "body-markup"], ["actions", "body"], ["actions"]]
    let desktop = try desktop(habits: habits) { $1.choose("send", of: $0.number) }
    for _ in 0..<3 { _ = try ask() }
    #expect(
      desktop.notices.map(\.body) == [
        "a &amp; &lt;b&gt;.png, 4 s ago, 2 of 4", "a & <b>.png, 4 s ago, 2 of 4", "",
      ])
    #expect(desktop.notices[2].title == "Send <it>? a & <b>.png, 4 s ago, 2 of 4")
  }

  @Test func textsOfOthersHaveNeitherLineEndsNorHiddenCharacters() throws {
    let desktop = try desktop { $1.choose("send", of: $0.number) }
    let name = "a\n\u{202E}gnp\u{0}\u{1B}[31m" + String(repeating: "x", count: 5000)
    _ = try ask(Self.offer(title: "Send\nit?", subject: name))
    let notice = try #require(desktop.notices.first)
    #expect(notice.title == "Send it?")
    #expect(notice.body.hasPrefix("a  gnp  [31mxxx"))
    #expect(notice.body.count < 400)
  }

  /// Marks join with the characters of markup to others, which a desktop still parses as markup.
  @Test(arguments: ["\u{D4E}<img src=x\u{D4E}>", "<\u{301}b>\u{301}", "\u{D4E}&\u{301}lt;"])
  func noTextIsMarkup(name: String) throws {
    let desktop = try desktop { $1.choose("send", of: $0.number) }
    _ = try ask(Self.offer(subject: name))
    let body = try #require(desktop.notices.first?.body)
    #expect(!body.unicodeScalars.contains("<") && !body.unicodeScalars.contains(">"))
    let escaped = ["&lt;", "&gt;", "&amp;"]
    let rest = escaped.reduce(body) { text, entity in
      String(decoding: Array(text.utf8), as: UTF8.self)
        .replacingOccurrences(of: entity, with: "", options: .literal)
    }
    #expect(!rest.unicodeScalars.contains("&"))
  }

  @Test func allTextsAreBoundedInBytesToo() throws {
    let desktop = try desktop { $1.choose("send", of: $0.number) }
    let long = "a" + String(repeating: "\u{301}", count: 64 << 10)
    _ = try notifier.answer(
      to: Offer(
        title: long, subject: long, path: nil, age: nil, duration: 60_000,
        actions: [OfferAction("send", label: long)]), until: .now + .seconds(60))
    let notice = try #require(desktop.notices.first)
    #expect(([notice.title, notice.body] + notice.actions).allSatisfy { $0.utf8.count < 10_000 })
    #expect(notice.title.hasSuffix("…") && notice.body.hasSuffix("…"))
  }

  @Test func noHintNamesAnOriginalOrAnIcon() throws {
    let desktop = try desktop { $1.choose("send", of: $0.number) }
    let picture = OfferPicture(width: 1, height: 1, pixels: [1, 2, 3, 4])
    _ = try ask(Self.offer(picture: picture))
    let notice = try #require(desktop.notices.first)
    #expect(notice.hints.sorted() == ["desktop-entry", "image-data", "transient", "urgency"])
  }

  @Test func twoNoticesThatSayTheSameHaveDifferentBodies() throws {
    let desktop = try desktop { $1.choose("send", of: $0.number) }
    let notifier = notifier
    for _ in 0..<3 {
      _ = try notifier.answer(to: Self.offer(), until: .now + .seconds(60))
    }
    let bodies = desktop.notices.map(\.body)
    #expect(bodies[0] != bodies[1] && bodies[1] != bodies[2])
  }
}
