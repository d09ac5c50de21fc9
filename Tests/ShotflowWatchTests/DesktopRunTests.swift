import DesktopSupport
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Runs that ask by notifications of the desktop, which a program of the tests shows.
@Suite(.needs(PrivateBus.requirement)) struct DesktopRunTests {
  private let world: ProgramWorld
  private let bus: PrivateBus

  private static let actions =
    "actions = { send = \"Send\", open = \"Open\", reveal = \"Show in folder\" }"

  init() async throws {
    world = try ProgramWorld()
    bus = try await PrivateBus()
  }

  private func program(
    _ arguments: [String], on address: String? = nil, terminal: Terminal? = nil
  ) -> RunProgram {
    var program = world.program(arguments, terminal: terminal)
    program.environment["DBUS_SESSION_BUS_ADDRESS"] = address ?? bus.address
    return program
  }

  private func recent(
    _ words: String..., on address: String? = nil, terminal: Terminal? = nil
  ) -> RunProgram {
    program(
      [
        "run", ProgramWorld.recentRule, "--library", world.library, "--now", ProgramWorld.now,
        "--dismiss", "20m", "--notifier", "desktop",
      ] + words, on: address, terminal: terminal)
  }

  @Test func theNoticeHasTheScreenshotAndItsAnswerIsInTheRecord() async throws {
    try world.picture()
    let desktop = try bus.desktop { $1.choose("default", of: $0.number) }
    let result = try await recent().result()
    #expect(result.status == .exited(0) && result.errorText == "")
    let record = try #require(try result.records().first)
    #expect(record.prompt?.outcome == "accepted")
    #expect(try await world.ledgerEntries().map(\.state) == ["accepted"])
    let notice = try #require(desktop.notices.first)
    #expect(notice.title == "Send this screenshot?")
    #expect(notice.body == "\(ProgramWorld.screenshot), 12 s ago")
    // Only the decoder has read it; the original itself is not named.
    #expect(notice.image?.width == 48 && notice.image?.height == 32)
    #expect(notice.imagePath == nil)
    // The same bytes are not offered again.
    let again = try await recent().result()
    #expect(again.status == .exited(0) && again.text == "")
    #expect(desktop.notices.count == 1)
  }

  @Test func theChosenActionSteersWhatFollows() async throws {
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    let answers = ["1.png": "open", "2.png": "send", "3.png": ""]
    _ = try bus.desktop { notice, voice in
      let action = answers[String(notice.body.prefix(5))] ?? ""
      if action == "" {
        voice.close(notice.number, reason: 2)
      } else {
        voice.choose(action, of: notice.number)
      }
    }
    let rule = try world.libraryRule(
      """
      notify { dismiss = "20m", \(Self.actions) },
      load { when = { prompt = { action = "send" } }, file = "copy" },
      """)
    let result = try await program(
      ["run", rule, "--library", world.library, "--out", "out", "--notifier", "desktop"]
    ).result()
    #expect(result.status == .exited(0))
    let chosen = result.lines.map { line in
      line.firstMatch(of: /"action":"(\w+)"/).map { String($0.1) } ?? ""
    }
    #expect(chosen == ["open", "send"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("out")) == ["2.png"])
  }

  @Test(arguments: [(1, "expired"), (2, "dismissed")] as [(UInt32, String)])
  func whatIsNotTakenIsNotPrinted(reason: UInt32, state: String) async throws {
    try world.picture()
    let desktop = try bus.desktop { $1.close($0.number, reason: reason) }
    let result = try await recent("--exit-status").result()
    #expect(result.status == .exited(1) && result.text == "")
    #expect(try await world.ledgerEntries().map(\.state) == [state])
    #expect(desktop.notices.count == 1)
  }

  @Test func ctrlCTakesTheNoticeAwayAndDecidesNothing() async throws {
    try world.picture()
    let desktop = try bus.desktop()
    let program = try recent().start()
    desktop.waits(forNotices: 1)
    let result = await program.end(by: SIGINT)
    #expect(result.status == .exited(130) && result.text == "")
    desktop.waits(forClosings: 1)
    #expect(try await world.ledgerEntries().isEmpty)
  }

  @Test func aNoticeIsShownAgainWhenItsProgramIsBack() async throws {
    try world.picture()
    let traffic = try BusTraffic(on: bus.address)
    let first = try bus.desktop { $1.end(comesBack: false) }
    let program = try recent().start()
    first.waits(forNotices: 1)
    first.waitsForEnd()
    // It is asked in vain before it is back.
    traffic.waits(for: 3, callsOf: "GetCapabilities")
    let second = try bus.desktop { $1.choose("default", of: $0.number) }
    let result = await program.result()
    #expect(try result.records().map(\.prompt?.outcome) == ["accepted"])
    #expect(second.notices.map(\.title) == first.notices.map(\.title))
    #expect(Set(traffic.calls(of: "GetCapabilities").map(\.sender)).count == 1)
    #expect(try await world.ledgerEntries().map(\.state) == ["accepted"])
  }

  @Test func aRunByItselfShowsNoNotice() async throws {
    try world.picture()
    let desktop = try bus.desktop()
    var program = world.program([
      "run", ProgramWorld.recentRule, "--library", world.library, "--now", ProgramWorld.now,
    ])
    program.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    #expect(try await program.result().records().map(\.prompt?.outcome) == ["delivered"])
    #expect(desktop.notices.isEmpty)
  }

  @Test func aDryRunShowsNoNotice() async throws {
    try world.picture()
    let desktop = try bus.desktop()
    let result = try await recent("--dry-run").result()
    #expect(result.status == .exited(0) && result.lines.count == 1)
    #expect(desktop.notices.isEmpty)
  }

  // MARK: - Without a desktop

  @Test func withoutADesktopTheTerminalAsks() async throws {
    try world.picture()
    let program = try recent(terminal: Terminal(showsOutput: false)).start()
    #expect(await program.showed("Esc"))
    program.send("\r")
    let result = await program.result()
    #expect(try result.records().map(\.prompt?.outcome) == ["accepted"])
    #expect(result.errorText.contains("asking by the notifier \"terminal\" instead"))
  }

  @Test(arguments: ["unix:path=/nonexistent/bus", ""])
  func withoutADesktopAndATerminalAssetsAreDelivered(address: String) async throws {
    for number in 1...3 { try world.picture("\(number).png", seed: UInt64(number)) }
    let rule = try world.libraryRule("notify {}")
    let result = try await program(
      ["run", rule, "--library", world.library, "--notifier", "desktop"], on: address
    ).result()
    #expect(result.status == .exited(0))
    #expect(try result.records().map(\.prompt?.outcome) == ["delivered", "delivered", "delivered"])
    // Said once.
    let reported = result.errorText.split(separator: "\n").filter {
      $0.hasSuffix("what is offered is delivered without a question")
    }
    #expect(reported.count == 1)
  }

  // MARK: - Other commands

  @Test func theNotifierIsListedAndExplained() async throws {
    let listed = try await world.run("notifiers")
    #expect(listed.lines.contains { $0.hasPrefix("desktop ") })
    let rule = try world.libraryRule("notify { \(Self.actions) }")
    let explained = try await world.run(
      "explain", rule, "--library", world.library, "--notifier", "desktop")
    #expect(explained.text.contains("by desktop: asks by a notification"))
    #expect(explained.text.contains("actions open, reveal, send"))
  }

  @Test func theDoctorShowsANoticeAndHearsItsAnswer() async throws {
    let desktop = try bus.desktop { $1.choose("default", of: $0.number) }
    let result = try await program(["doctor", "--notify", "--json"]).result()
    #expect(desktop.notices.count == 1)
    #expect(desktop.notices.first?.image?.width == 128)
    func text(of topic: String) -> String? {
      result.lines.first { $0.contains("\"topic\":\"\(topic)\"") }
    }
    #expect(text(of: "desktop")?.contains("fake 1.0") == true)
    #expect(text(of: "notification")?.contains("seen, and its button works") == true)
  }

  @Test func theDoctorAsksWhetherANoticeWasSeen() async throws {
    _ = try bus.desktop { $1.close($0.number, reason: 1) }
    let program = try program(["doctor", "--notify"], terminal: Terminal()).start()
    #expect(await program.showed("Did you see it?"))
    program.send("n")
    let result = await program.result()
    #expect(result.status == .exited(3))
    #expect(result.errorText.contains("was shown and not seen"))
  }

  @Test func theDoctorSaysThatThereIsNoDesktop() async throws {
    let result = try await program(["doctor", "--notify", "--json"]).result()
    #expect(result.status == .exited(3))
    let line = result.lines.first { $0.contains("\"topic\":\"notification\"") }
    #expect(line?.contains("\"grade\":\"problem\"") == true)
  }
}
