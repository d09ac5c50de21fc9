import DesktopSupport
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Assets that a watch offers at the same time: up to three notices, and one for more.
@Suite(.needs(PrivateBus.requirement)) struct WatchSideBySideTests {
  private let world: ProgramWorld
  private let bus: PrivateBus
  private let desktop: FakeDesktop

  init() async throws {
    world = try ProgramWorld()
    bus = try await PrivateBus()
    desktop = try FakeDesktop(on: bus.address)
    // The page is not opened in the browser of whoever runs the tests; its address is printed then.
    _ = try await world.shell(
      """
      mkdir bin
      printf '#!/bin/sh\nprintf "%%s" "$1" > %s\nexit 1\n' '\(world.path("opened"))' > bin/xdg-open.new
      chmod +x bin/xdg-open.new
      mv bin/xdg-open.new bin/xdg-open
      """
    ).result()
  }

  /// Starts a watch whose questions stay until a test answers them. Another rule of it prints what is
  /// called "mark", which comes to it behind all before.
  ///
  /// - Parameter front: a program that starts the watch, with its arguments.
  private func watch(
    _ variables: [String: String] = [:], startedBy front: [String] = []
  ) async throws -> RunningProgram {
    let rule = try world.libraryRule(
      """
      filter { none = { { filename = has("mark") } } }, dedupe { memory = "kept" },
      notify { title = "Send it?", dismiss = "20m", actions = { send = "Send" } },
      """)
    let marker = try world.libraryRule("filter { filename = has(\"mark\") }", named: "marker.lua")
    let command = front + [Products.shotflow, "watch", rule, marker, "--library", world.library]
    var program = RunProgram(
      command[0], Array(command.dropFirst()), environment: world.environment,
      workingFolder: world.directory.path)
    program.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    program.environment["PATH"] = "\(world.path("bin")):/usr/bin:/bin"
    // However late the test gets to ask.
    program.environment["SHOTFLOW_PAGE_TIME"] = "86400"
    program.environment.merge(variables) { $1 }
    return try await program.startWatching()
  }

  /// Adds pictures, and returns once the watch has looked at all of them.
  private func add(_ numbers: ClosedRange<Int>, to program: RunningProgram) async throws {
    for number in numbers { try world.picture("\(number).png", seed: UInt64(number)) }
    try world.picture("mark \(numbers.upperBound).png", seed: 9000)
    #expect(await program.printed("\"mark \(numbers.upperBound).png\""))
  }

  /// Adds three pictures, and returns once they are asked about.
  private func showThree(in program: RunningProgram) async throws {
    try await add(1...3, to: program)
    desktop.waits(forNotices: 3)
  }

  private func notice(about name: String) throws -> ShownNotice {
    try #require(desktop.notices.first { $0.body.hasPrefix("\(name),") })
  }

  private func choose(_ action: String, about name: String) throws {
    let number = try notice(about: name).number
    desktop.perform { $0.choose(action, of: number) }
  }

  private func close(about name: String) throws {
    let number = try notice(about: name).number
    desktop.perform { $0.close(number, reason: 2) }
  }

  private func states() async throws -> [String: String] {
    let entries = try await world.ledgerEntries()
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.filename, $0.state) })
  }

  private func wait(for name: String, toBe state: String) async throws {
    while try await states()[name] != state { try await Task.sleep(for: .milliseconds(20)) }
  }

  private func offered(_ result: ProgramResult) throws -> [String] {
    try result.records().filter { $0.prompt != nil }.compactMap(\.filename)
  }

  private func end(_ program: RunningProgram) async throws -> ProgramResult {
    let result = await program.end(by: SIGTERM)
    #expect(result.status == .exited(0))
    return result
  }

  // MARK: - Side by side

  @Test func threeAreAskedAboutSideBySideAndEachAnswerFreesAPlace() async throws {
    let program = try await watch()
    try await showThree(in: program)
    #expect(Set(desktop.notices.map { $0.body.prefix(5) }) == ["1.png", "2.png", "3.png"])
    try await add(4...5, to: program)
    #expect(desktop.notices.count == 3)
    try choose("send", about: "2.png")
    #expect(await program.printed("\"2.png\""))
    desktop.waits(forNotices: 4)
    try close(about: "1.png")
    desktop.waits(forNotices: 5)
    try choose("default", about: "5.png")
    #expect(await program.printed("\"5.png\""))
    try choose("default", about: "4.png")
    #expect(await program.printed("\"4.png\""))
    try close(about: "3.png")
    try await wait(for: "3.png", toBe: "dismissed")
    let result = try await end(program)
    #expect(try offered(result) == ["2.png", "5.png", "4.png"])
    #expect(result.text.contains(#""action":"send""#))
    #expect(
      try await states() == [
        "1.png": "dismissed", "2.png": "accepted", "3.png": "dismissed", "4.png": "accepted",
        "5.png": "accepted",
      ])
    #expect(desktop.notices.count == 5)
  }

  @Test func oneThatExpiresLeavesTheOthers() async throws {
    let program = try await watch()
    try await showThree(in: program)
    let number = try notice(about: "2.png").number
    desktop.perform { $0.close(number, reason: 1) }
    try await wait(for: "2.png", toBe: "expired")
    try choose("default", about: "3.png")
    #expect(await program.printed("\"3.png\""))
    try choose("default", about: "1.png")
    #expect(await program.printed("\"1.png\""))
    #expect(try offered(try await end(program)) == ["3.png", "1.png"])
  }

  @Test func ctrlCTakesAllAwayAndDecidesNothing() async throws {
    let program = try await watch()
    try await showThree(in: program)
    try await add(4...9, to: program)
    #expect(await program.end(by: SIGINT).status == .exited(0))
    desktop.waits(forClosings: 3)
    #expect(Set(desktop.closings) == Set(desktop.notices.map(\.number)))
    #expect(try await states() == [:])
  }

  @Test func aKillLeavesWhatWasShownUnconfirmed() async throws {
    let program = try await watch()
    try await showThree(in: program)
    try await add(4...9, to: program)
    await program.end(by: SIGKILL)
    #expect(
      try await states() == [
        "1.png": "unconfirmed", "2.png": "unconfirmed", "3.png": "unconfirmed",
      ])
  }

  // MARK: - More than three that wait

  /// Lets four wait behind three, and returns the notice about the four.
  private func askAboutFour(in program: RunningProgram) async throws -> ShownNotice {
    try await showThree(in: program)
    try await add(4...7, to: program)
    #expect(desktop.notices.count == 3)
    try close(about: "1.png")
    desktop.waits(forNotices: 4)
    return try #require(desktop.notices.last)
  }

  @Test(arguments: [[1, 3], []])
  func moreThatWaitAreOneNoticeToChooseFrom(_ chosen: [Int]) async throws {
    let program = try await watch()
    let notice = try await askAboutFour(in: program)
    #expect(notice.body == "4 photos: 4.png, 5.png, 6.png, 7.png")
    #expect(notice.actions == ["default", "Choose…"])
    desktop.perform { $0.choose("default", of: notice.number) }
    let page = try await ServedPage(of: program)
    #expect(try world.directory.text(of: "opened").hasSuffix("token=\(page.token)"))
    let cookie = try await page.cookieOnceShown()
    let list = try page.get("/feed/albums/0?from=0&to=9", cookie: cookie)
    let assets = try JSONDecoder().decode(ListedAssets.self, from: Data(list.body)).assets
    #expect(assets.compactMap(\.name) == ["4.png", "5.png", "6.png", "7.png"])
    let picks = chosen.map { "{\"index\":\($0)}" }.joined(separator: ",")
    #expect(try page.choose("{\"chosen\":[\(picks)]}", cookie: cookie).status == 200)
    let names = chosen.map { "\($0 + 4).png" }
    for name in names { #expect(await program.printed("\"\(name)\"")) }
    let settled = ["accepted", "dismissed"]
    while try await states().values.count(where: settled.contains) < 5 {
      try await Task.sleep(for: .milliseconds(20))
    }
    let states = try await states()
    #expect(states.count == 7)
    for number in 4...7 {
      let name = "\(number).png"
      #expect(states[name] == (names.contains(name) ? "accepted" : "dismissed"))
    }
    // A place is free again.
    try await add(8...8, to: program)
    desktop.waits(forNotices: 5)
    try choose("default", about: "8.png")
    #expect(await program.printed("\"8.png\""))
    #expect(try offered(try await end(program)) == names + ["8.png"])
  }

  @Test func aClosedNoticeRefusesAll() async throws {
    let program = try await watch()
    let notice = try await askAboutFour(in: program)
    desktop.perform { $0.close(notice.number, reason: 2) }
    try await wait(for: "7.png", toBe: "dismissed")
    #expect(try await states().values.count { $0 == "dismissed" } == 5)
    #expect(try offered(try await end(program)) == [])
  }

  @Test func whatIsOnAPageIsUnconfirmedAfterAKill() async throws {
    let program = try await watch()
    let notice = try await askAboutFour(in: program)
    desktop.perform { $0.choose("default", of: notice.number) }
    let page = try await ServedPage(of: program)
    _ = try await page.cookieOnceShown()
    await program.end(by: SIGKILL)
    let states = try await states()
    #expect(states["1.png"] == "dismissed")
    #expect(states.values.count { $0 == "unconfirmed" } == 6)
  }

  @Test func whatAPageThatWasNotOpenedHadIsOfferedAgain() async throws {
    let program = try await watch(["SHOTFLOW_PAGE_TIME": "1"])
    let notice = try await askAboutFour(in: program)
    desktop.perform { $0.choose("default", of: notice.number) }
    #expect(await program.showed("the page to choose from was not opened"))
    desktop.waits(forNotices: 5)
    // One question is about all four if they wait again before the first is taken.
    let again = try #require(desktop.notices.last)
    #expect(again.body.hasPrefix("4.png,") || again.body.hasPrefix("4 photos: 4.png,"))
    desktop.perform { $0.close(again.number, reason: 2) }
    try await wait(for: "4.png", toBe: "dismissed")
    _ = try await end(program)
    let states = try await states()
    #expect(states["1.png"] == "dismissed")
    #expect(states["2.png"] == "unconfirmed" && states["3.png"] == "unconfirmed")
  }

  /// A browser could not work where programs may gain no privileges, as in a service.
  @Test(.needs(.executable("/usr/bin/setpriv")))
  func whereNoPageCanBeShownOneYesIsForAll() async throws {
    let program = try await watch(startedBy: ["/usr/bin/setpriv", "--no-new-privs"])
    let notice = try await askAboutFour(in: program)
    #expect(notice.actions == ["default", "Yes", "send", "Send"])
    desktop.perform { $0.choose("send", of: notice.number) }
    #expect(await program.printed("\"7.png\""))
    #expect(try offered(try await end(program)) == ["4.png", "5.png", "6.png", "7.png"])
  }
}
