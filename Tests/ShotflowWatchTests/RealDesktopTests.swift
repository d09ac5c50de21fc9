import DesktopSupport
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Notices on a screen, by the programs that desktops have for that, and a pointer that clicks them.
@Suite(
  .needs(all: VirtualScreen.requirements + NotificationProgram.requirements), .serialized,
  .timeLimit(.minutes(5)))
struct RealDesktopTests {
  private let world: ProgramWorld
  private let bus: PrivateBus
  private let screen: VirtualScreen

  init() async throws {
    world = try ProgramWorld()
    bus = try await PrivateBus()
    screen = try await VirtualScreen()
    try await screen.hidePointer()
  }

  private var environment: [String: String] {
    world.environment.merging([
      "DISPLAY": screen.display, "DBUS_SESSION_BUS_ADDRESS": bus.address,
    ]) { $1 }
  }

  /// Starts a program that shows notices, and waits until it is on the bus.
  private func start(_ program: NotificationProgram) async throws -> RunningProgram {
    let running = try RunProgram(program.path, environment: environment).start()
    let end = ContinuousClock.now + .seconds(60)
    while .now < end {
      let doctor = try await run(["doctor", "--json"]).result()
      let found = doctor.lines.first { $0.contains("\"topic\":\"desktop\"") }
      if found?.contains("\"grade\":\"ok\"") == true { break }
      try await Task.sleep(for: .milliseconds(100))
    }
    return running
  }

  private func run(_ arguments: [String]) -> RunProgram {
    RunProgram(
      Products.shotflow, arguments, environment: environment,
      workingFolder: world.directory.path)
  }

  private func offer(for duration: String) throws -> RunProgram {
    let rule = try world.libraryRule(
      """
      dedupe { memory = "desk" },
      notify { title = "Send it?", dismiss = "\(duration)", actions = { send = "Send" } },
      """)
    return run(["run", rule, "--library", world.library, "--notifier", "desktop"])
  }

  /// Runs until the notice is on the screen, and clicks on it.
  private func answer(
    _ program: NotificationProgram,
    click: (ScreenDifference) async throws -> Void
  ) async throws -> ProgramResult {
    try world.picture()
    let daemon = try await start(program)
    defer { daemon.signal(SIGTERM) }
    let empty = try screen.picture()
    let run = try offer(for: "4m").start()
    // At least the picture of the screenshot has to show.
    let shown = try await screen.change(from: empty, by: 1000)
    let box = shown.difference(from: empty)
    try #require(box.count >= 1000, "nothing is on the screen")
    try await click(box)
    let result = await run.result()
    try await screen.hidePointer()
    #expect(try await screen.becomes(empty))
    // The same bytes are not shown again.
    let again = try await offer(for: "4m").result()
    #expect(again.status == .exited(0) && again.text == "")
    #expect(try screen.picture() == empty)
    return result
  }

  private func click(
    _ click: NotificationProgram.Click, in box: ScreenDifference
  ) async throws {
    let point = click.point(in: box)
    try await screen.click(x: point.x, y: point.y, button: click.button)
  }

  @Test(arguments: NotificationProgram.all)
  func aClickAcceptsTheOffer(_ program: NotificationProgram) async throws {
    let result = try await answer(program) { try await click(program.accept, in: $0) }
    let record = try #require(result.lines.first)
    #expect(record.contains("\"outcome\":\"accepted\",\"action\":\"default\""))
    #expect(try await world.ledgerEntries().map(\.state) == ["accepted"])
  }

  @Test(arguments: NotificationProgram.all.filter { $0.lastButton != nil })
  func aClickOnAButtonChoosesItsAction(_ program: NotificationProgram) async throws {
    let button = try #require(program.lastButton)
    let result = try await answer(program) { try await click(button, in: $0) }
    let record = try #require(result.lines.first)
    #expect(record.contains("\"outcome\":\"accepted\",\"action\":\"send\""))
  }

  @Test(arguments: NotificationProgram.all)
  func closingRefusesTheOffer(_ program: NotificationProgram) async throws {
    let result = try await answer(program) { try await click(program.dismiss, in: $0) }
    #expect(result.status == .exited(0) && result.text == "")
    #expect(try await world.ledgerEntries().map(\.state) == ["dismissed"])
  }

  /// Each waits for 3 s, side by side on screens of their own.
  @Test func withoutAClickTheOfferExpiresAfterItsTime() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for program in NotificationProgram.all {
        group.addTask { try await RealDesktopTests().anOfferExpires(program) }
      }
      try await group.waitForAll()
    }
  }

  private func anOfferExpires(_ program: NotificationProgram) async throws {
    try world.picture()
    let daemon = try await start(program)
    defer { daemon.signal(SIGTERM) }
    let empty = try screen.picture()
    let beginning = ContinuousClock.now
    let run = try offer(for: "3s").start()
    let shown = try await screen.change(from: empty, by: 1000)
    #expect(shown.difference(from: empty).count >= 1000, "\(program)")
    let result = await run.result()
    #expect(ContinuousClock.now - beginning >= .seconds(3))
    #expect(result.status == .exited(0) && result.text == "")
    #expect(try await screen.becomes(empty))
    #expect(try await world.ledgerEntries().map(\.state) == ["expired"])
  }
}
