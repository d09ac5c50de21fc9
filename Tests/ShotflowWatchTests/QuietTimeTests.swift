import DesktopSupport
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `notify { quietFor = … }`: a notice when nothing was offered for that long.
@Suite struct QuietTimeTests {
  private let world: ProgramWorld
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    rule = try world.libraryRule("notify { quietFor = \"300ms\" }")
  }

  private func occurrences(in text: String) -> Int {
    text.components(separatedBy: "nothing came for 300ms").count - 1
  }

  @Test func eachQuietTimeIsReportedOnce() async throws {
    let program = try world.program([
      "watch", rule, "--library", world.library, "--notifier", "none",
    ]).start()
    #expect(await program.showed("nothing came for 300ms (\(world.library))"))
    // Only what is offered ends the quiet.
    try world.picture("a.png", seed: 1)
    #expect(await program.printed("a.png"))
    var count = 0
    while count < 2, await program.showed("nothing came") {
      count = occurrences(in: program.errorOutput)
      try await Task.sleep(for: .milliseconds(20))
    }
    let result = await program.end(by: SIGINT)
    #expect(occurrences(in: result.errorText) == 2)
  }

  @Test func runSaysNothingAndExplainWhy() async throws {
    let run = try await world.run("run", rule, "--library", world.library)
    #expect(run.status == .exited(0) && run.errorText == "")
    let plan = try await world.run("explain", rule, "--library", world.library)
    #expect(plan.text.contains("only under watch: a notice after 300ms of quiet"))
  }

  @Test(.needs(PrivateBus.requirement)) func theDesktopShowsItWithoutButtons() async throws {
    let bus = try await PrivateBus()
    var habits = FakeDesktop.Habits()
    habits.capabilities = [["body"]]
    let desktop = try FakeDesktop(on: bus.address, habits)
    var program = world.program(["watch", rule, "--library", world.library])
    program.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let running = try program.start()
    desktop.waits(forNotices: 1)
    let notice = try #require(desktop.notices.first)
    #expect(notice.title == "rule: nothing came for 300ms")
    #expect(notice.body == world.library)
    #expect(notice.actions == [])
    running.signal(SIGINT)
    // It does not stay behind.
    desktop.waits(forClosings: 1)
    let result = await running.result()
    #expect(result.status == .exited(0) && !result.errorText.contains("nothing came"))
    #expect(desktop.closings.count == 1)
    desktop.stop()
  }
}
