import DesktopSupport
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `shotflow watch --status`, which lists what is watched now.
@Suite struct WatchStatusTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
  }

  private struct Status: Decodable {
    let kind: String
    let rule: String
    let ruleFile: String
    let library: String
    let state: String
    let process: Int32
    let began: String
    let waiting: Int
    let retried: Int
    let held: Int
    let folders: Int?
    let polled: Int?
    let unreadable: Int?
    let polledFolders: [String]?
    let lastArrival: String?
    let arrivedAt: String?
    let lastError: String?
    let failedAt: String?
  }

  private func list() async throws -> [Status] {
    let result = try await world.run("watch", "--status")
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.decodedLines()
  }

  /// Waits until a status is listed that meets a condition.
  private func status(
    of program: RunningProgram, when isMet: (Status) -> Bool
  ) async throws -> Status {
    for _ in 0..<1000 {
      if let status = try await list().first(where: isMet) { return status }
      try await Task.sleep(for: .milliseconds(20))
    }
    program.signal(SIGKILL)
    return try #require(nil, "no such status")
  }

  private func watch(_ arguments: String...) async throws -> RunningProgram {
    return try await world.program(["watch"] + arguments + ["--library", world.library])
      .startWatching()
  }

  @Test(arguments: [SIGTERM, SIGKILL]) func listsWhatRunsNow(signal: Int32) async throws {
    let first = try world.libraryRule(named: "first.lua")
    let second = try world.libraryRule(named: "second.lua")
    let none = try await world.run("watch", "--status")
    #expect(none.status == .exited(0) && none.text.isEmpty)
    #expect(none.errorText.contains("no rule is watched"))
    let program = try await watch(first, second)
    try world.picture("a.png", seed: 1, in: "pictures/new")
    let status = try await status(of: program) { $0.rule == second && $0.lastArrival != nil }
    let library = URL(fileURLWithPath: world.library).resolvingSymlinksInPath().path
    #expect(status.kind == "watch" && status.state == "watching" && status.library == library)
    #expect(status.ruleFile.hasSuffix("/second.lua"))
    #expect(status.lastArrival == "new/a.png" && status.lastError == nil)
    #expect(try #require(status.arrivedAt) >= status.began)
    #expect(status.folders == 2 && status.polled == 0 && status.unreadable == 0)
    #expect(status.waiting == 0 && status.retried == 0 && status.held == 0)
    #expect(try await list().map(\.rule) == [first, second])
    await program.end(by: signal)
    // What a killed watch wrote is not believed.
    #expect(try await list().isEmpty)
  }

  @Test func namesPolledFolders() async throws {
    let rule = try world.libraryRule()
    try world.directory.makeFolder("pictures/below")
    let program = try await watch(rule, "--max-watches", "0")
    let status = try await status(of: program) { $0.polled != nil }
    #expect(status.folders == 2 && status.polled == 2)
    #expect(try #require(status.polledFolders) == [".", "below"])
    await program.end(by: SIGINT)
  }

  @Test func hasTheLastError() async throws {
    let rule = try world.libraryRule("filter(function(a) return a.pixelWidth.x end)")
    let program = try await watch(rule)
    try world.picture("a.png", seed: 1)
    let status = try await status(of: program) { $0.lastError != nil }
    #expect(try #require(status.lastError).contains("rule.lua:"))
    #expect(try #require(status.failedAt) >= status.began)
    await program.end(by: SIGINT)
  }

  @Test func aLibraryThatIsAwayIsShown() async throws {
    let rule = try world.libraryRule()
    let program = try await watch(rule)
    try #require(rename(world.library, world.path("elsewhere")) == 0)
    #expect(await program.showed("is gone"))
    let status = try await status(of: program) { $0.state == "away" }
    #expect(status.folders == nil)
    await program.end(by: SIGINT)
  }

  @Test(.needs(PrivateBus.requirement)) func countsOffersThatWait() async throws {
    let bus = try await PrivateBus()
    let desktop = try FakeDesktop(on: bus.address, FakeDesktop.Habits())
    let rule = try world.libraryRule("notify { dismiss = \"20m\" }")
    var program = world.program(["watch", rule, "--library", world.library])
    program.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let running = try await program.startWatching()
    try world.picture("1.png", seed: 1)
    try world.picture("2.png", seed: 2)
    desktop.waits(forNotices: 2)
    _ = try await status(of: running) { $0.waiting == 2 }
    await running.end(by: SIGTERM)
  }

  @Test func aTerminalShowsATable() async throws {
    let rule = try world.libraryRule()
    let program = try await watch(rule)
    _ = try await status(of: program) { _ in true }
    let table = try await world.run(
      "watch", "--status", "--format", "table", "--fields", "state,held")
    #expect(table.lines.first?.split(separator: " ").map(String.init) == ["state", "held"])
    #expect(table.lines.last?.hasPrefix("watching") == true)
    await program.end(by: SIGINT)
  }
}
