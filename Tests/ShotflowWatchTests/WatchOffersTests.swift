import DesktopSupport
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// New assets, which are offered by the desktop's notifications during a watch.
@Suite(.needs(PrivateBus.requirement)) struct WatchOffersTests {
  private let world: ProgramWorld
  private let bus: PrivateBus

  init() async throws {
    world = try ProgramWorld()
    bus = try await PrivateBus()
  }

  private func watch(_ rule: String, _ arguments: String...) async throws -> RunningProgram {
    var program = world.program(["watch", rule, "--library", world.library] + arguments)
    program.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    return try await program.startWatching()
  }

  @Test func aScreenshotIsOfferedAsItIsTakenAndOnce() async throws {
    let desktop = try bus.desktop { $1.choose("default", of: $0.number) }
    let program = try await watch(ProgramWorld.recentRule, "--dismiss", "20m")
    let name = "Screenshot from 2026-01-01 12-00-00.png"
    // Its name tells a date long ago, so that is what counts; its neighbour has none.
    try world.picture(name, seed: 1)
    try world.picture("Screenshot.png", seed: 2)
    #expect(await program.printed("\"Screenshot.png\""))
    try world.picture("Screenshot copy.png", seed: 2)
    try world.picture("Screenshot 2.png", seed: 3)
    #expect(await program.printed("\"Screenshot 2.png\""))
    let result = await program.end(by: SIGTERM)
    #expect(result.status == .exited(0))
    #expect(try result.records().compactMap(\.filename) == ["Screenshot.png", "Screenshot 2.png"])
    #expect(try result.records().allSatisfy { $0.prompt?.outcome == "accepted" })
    #expect(desktop.notices.count == 2)
  }

  @Test func offersWithoutAQuestionWaitForNoAnswer() async throws {
    let desktop = try bus.desktop()
    let rule = try world.libraryRule(
      "notify { dismiss = \"20m\", when = { filename = has(\"ask\") } }")
    let program = try await watch(rule)
    try world.picture("ask me.png", seed: 1)
    desktop.waits(forNotices: 1)
    for number in 2...4 {
      try world.picture("\(number).png", seed: UInt64(number))
      #expect(await program.printed("\"\(number).png\""))
    }
    let result = await program.end(by: SIGINT)
    #expect(result.status == .exited(0))
    #expect(try result.records().compactMap(\.filename) == ["2.png", "3.png", "4.png"])
    desktop.waits(forClosings: 1)
  }

  @Test func whatIsDoneBehindEachQuestionIsUndoneByItself() async throws {
    let desktop = try bus.desktop { $1.choose("default", of: $0.number) }
    let rule = try world.libraryRule(
      "wants = { write = \"x\" }, notify { dismiss = \"20m\" }, move { to = \"moved/{filename}\" }")
    let program = try await watch(rule, "--allow", "write")
    for number in 1...3 {
      try world.picture("\(number).png", seed: UInt64(number))
      #expect(await program.printed("/\(number).png\""))
    }
    let result = try await world.run("undo", "--last", "2")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.count == 2)
    #expect(world.names(in: "pictures/moved") == ["1.png"])
    #expect(await program.end(by: SIGINT).status == .exited(0))
    #expect(desktop.notices.count == 3)
  }
}
