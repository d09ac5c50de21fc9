import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Watched rules that are paused and resumed while the watch goes on.
@Suite struct WatchPauseTests {
  private let world: ProgramWorld
  /// The rule that is paused; its records have the label `paused`.
  private let rule: String
  private let other: String

  init() throws {
    world = try ProgramWorld()
    rule = try Self.write(catchesUp: false, in: world)
    other = try world.libraryRule(named: "other.lua")
  }

  @discardableResult
  private static func write(catchesUp: Bool, in world: ProgramWorld) throws -> String {
    try world.rule(
      """
      return pipeline {
        source { catchUp = \(catchesUp) }, classify { paused = function() return true end },
      }
      """, named: "paused.lua")
  }

  private func start() async throws -> RunningProgram {
    return try await world.program(["watch", rule, other, "--library", world.library])
      .startWatching()
  }

  private func set(_ option: String, _ words: String...) async throws {
    var program = world.program(["watch", option, "paused.lua"])
    program.arguments += words
    let result = try await program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
  }

  /// Adds a picture, and waits until the rule that is not paused has printed it.
  private func add(_ name: String, to program: RunningProgram) async throws {
    try world.picture(name, seed: UInt64(name.utf8.first ?? 0))
    #expect(await program.printed("\"localIdentifier\":\"\(name)\""))
  }

  /// Ends the watch, and returns the names that the paused rule has printed.
  private func end(_ program: RunningProgram, by signal: Int32 = SIGTERM) async throws -> [String] {
    return await Self.names(program.end(by: signal))
  }

  private static func names(_ result: ProgramResult) -> [String] {
    result.lines.filter { $0.contains("\"labels\":[\"paused\"]") }.compactMap { line in
      line.firstMatch(of: /"localIdentifier":"([^"]*)"/).map { String($0.1) }
    }
  }

  @Test func whatArrivesDuringAPauseIsNotLookedAt() async throws {
    let program = try await start()
    try await set("--pause")
    try await add("a.png", to: program)
    try await set("--resume")
    try await add("b.png", to: program)
    #expect(try await end(program) == ["b.png"])
  }

  @Test func withCatchUpItIsGivenWhenTheRuleIsResumed() async throws {
    try Self.write(catchesUp: true, in: world)
    let program = try await start()
    try await set("--pause", "--library", world.library)
    for name in ["a.png", "b.png"] { try await add(name, to: program) }
    try await set("--resume")
    try await add("c.png", to: program)
    #expect(try await end(program) == ["a.png", "b.png", "c.png"])
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func aPauseOutlivesTheWatchAndNothingIsLost(signal: Int32) async throws {
    try Self.write(catchesUp: true, in: world)
    let first = try await start()
    try await set("--pause")
    try await add("a.png", to: first)
    #expect(try await end(first, by: signal).isEmpty)
    let second = try await start()
    #expect(await second.showed("paused.lua: paused; to go on: "))
    let known = try world.knownSize()
    try await add("b.png", to: second)
    try await set("--resume")
    #expect(await second.showed("resumed"))
    try await add("c.png", to: second)
    // Each has three keys of eight bytes; a signal that comes before would have it given again.
    for _ in 0..<4000 where try world.knownSize() < known + 3 * 24 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try await end(second) == ["a.png", "b.png", "c.png"])
    // What was given is not given again.
    let third = try await start()
    try await add("d.png", to: third)
    #expect(try await end(third) == ["d.png"])
  }

  @Test func aPauseEndsWhileNothingIsWatched() async throws {
    try Self.write(catchesUp: true, in: world)
    let first = try await start()
    try await set("--pause")
    try await add("a.png", to: first)
    #expect(try await end(first).isEmpty)
    try await set("--resume")
    let second = try await start()
    try await add("b.png", to: second)
    #expect(try await end(second) == ["a.png", "b.png"])
  }

  @Test func theStatusShowsThePause() async throws {
    try Self.write(catchesUp: true, in: world)
    let program = try await start()
    try await set("--pause")
    try await add("a.png", to: program)
    for _ in 0..<1000 {
      let text = try await world.run("watch", "--status").text
      if text.contains("\"held\":1") {
        #expect(text.contains("\"state\":\"paused\"") && text.contains("\"state\":\"watching\""))
        break
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    try await set("--resume")
    let text = try await world.run("watch", "--status").text
    #expect(!text.contains("\"state\":\"paused\"") && text.contains("\"held\":0"))
    #expect(try await end(program) == ["a.png"])
  }

  @Test func anObservingRuleReportsTheChangesOfThePauseTogether() async throws {
    _ = try world.libraryRule("observe {}", named: "paused.lua")
    let program = try await start()
    try await set("--pause")
    try await add("a.png", to: program)
    try await set("--resume")
    #expect(await program.printed("\"inserted\""))
    _ = try await end(program)
  }

  @Test func wrongUseIsRefused() async throws {
    for (words, reason) in [
      (["--pause", "paused.lua"], "was never watched"),
      (["--pause", "a", "--resume", "a"], "only one of them"),
      (["--status", "paused.lua"], "leave out the rule"),
    ] {
      let result = try await world.program(["watch"] + words).result()
      #expect(result.status == .exited(64))
      #expect(result.errorText.contains(reason), "\(result.errorText)")
    }
  }
}
