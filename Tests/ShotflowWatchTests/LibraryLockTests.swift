import DesktopSupport
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Runs that move files of one library come one after the other.
@Suite struct LibraryLockTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    for number in 1...40 { try world.picture("\(number).png", seed: UInt64(number)) }
  }

  private func words(_ stages: String, _ name: String = "act.lua") throws -> [String] {
    world.actingWords(try world.actingRule(stages, named: name))
  }

  /// Locks the library as a run does that moves its files.
  private func lockLibrary() throws -> Int32 {
    let folder = open(world.library, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0)
    return folder
  }

  @Test func twoAtOnceLoseAndFailNothing() async throws {
    let before = Set(try world.contents().values)
    let first = try world.program(words("move { to = \"a/{filename}\" }", "a.lua")).start()
    let second = try world.program(words("move { to = \"b/{filename}\" }", "b.lua")).start()
    for program in [first, second] {
      let result = await program.result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(result.lines.count == 40)
      #expect(
        result.errorLines.dropLast().allSatisfy { $0.contains("this one waits") },
        "\(result.errorText)")
      #expect(result.errorLines.last?.contains(": moved 40 files") == true)
    }
    #expect(Set(try world.contents().values) == before)
    #expect(try world.contents().count == 40)
  }

  @Test(arguments: ["move { to = \"a/{filename}\" }", "trash {}"])
  func aRunWaitsForTheOtherAndGoesOn(_ stages: String) async throws {
    let folder = try lockLibrary()
    let program = try world.program(words(stages)).start()
    #expect(await program.showed("another run moves files of"))
    #expect(world.names().count == 40)
    close(folder)
    let result = await program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.count == 40)
  }

  /// Records name their libraries, so nobody types one behind them, and the lock is taken by them.
  @Test(arguments: [["move", "--to", "away/"], ["trash"]])
  func recordsOnStandardInputNeedNoLibrary(_ stage: [String]) async throws {
    let found = try await world.run(
      "find", world.library, "--filename", "1*", "--format", "ndjson")
    #expect(found.lines.count == 11)
    let folder = try lockLibrary()
    let program = try world.program(
      ["stage"] + stage + ["--allow", "write", "--out", world.path("out")]
    ).start()
    program.send(found.text)
    program.closeInput()
    #expect(await program.showed("another run moves files of"))
    #expect(world.names().count == 40)
    close(folder)
    let result = await program.result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(result.lines.count == 11)
    #expect(world.names().count == 29)
  }

  @Test func aRunThatIsNotToWaitEnds() async throws {
    let folder = try lockLibrary()
    defer { close(folder) }
    let result = try await world.program(
      words("move { to = \"a/{filename}\" }") + ["--no-wait"]
    ).result()
    #expect(result.status == .exited(75))
    #expect(result.errorText.contains("another run moves files of"))
    #expect(world.names().count == 40)
  }

  @Test func aRunThatWaitsCanBeEnded() async throws {
    let folder = try lockLibrary()
    defer { close(folder) }
    let program = try world.program(words("move { to = \"a/{filename}\" }")).start()
    #expect(await program.showed("this one waits"))
    #expect(await program.end(by: SIGINT).status == .exited(130))
    #expect(world.names().count == 40)
  }

  @Test(arguments: ["copy { to = \"c/\" }", "move { to = \"a/\" }"])
  func whoOnlyReadsNeverWaits(_ stages: String) async throws {
    let folder = try lockLibrary()
    defer { close(folder) }
    let further = stages.hasPrefix("move") ? ["--dry-run"] : ["--out", world.path("out")]
    let result = try await world.program(words(stages) + further).result()
    #expect(result.status == .exited(0))
    #expect(result.lines.count == 40)
  }

  @Test func aWatchWaitsForTheEndOfARunAndLosesNothing() async throws {
    let rule = try world.actingRule("move { to = \"watched/{filename}\" }")
    let allowed = ["write", "desktop", "clipboard", "exec"].flatMap { ["--allow", $0] }
    let program = try await world.program(["watch", rule, "-l", world.library] + allowed)
      .startWatching()
    let folder = try lockLibrary()
    try world.picture("new.png", seed: 500)
    #expect(await program.showed("this one waits"))
    close(folder)
    #expect(await program.printed("watched/new.png"))
    #expect(await program.end(by: SIGINT).status == .exited(0))
  }

  @Test(.needs(PrivateBus.requirement)) func anAnswerWaitsForTheEndOfARun() async throws {
    let bus = try await PrivateBus()
    let desktop = try FakeDesktop(on: bus.address)
    let rule = try world.actingRule(
      """
      notify { dismiss = "20m", actions = { sort = "Sort" } }, move { to = "watched/{filename}" }
      """)
    let allowed = ["write", "desktop", "clipboard", "exec"].flatMap { ["--allow", $0] }
    var words = world.program(["watch", rule, "-l", world.library] + allowed)
    words.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let program = try await words.startWatching()
    let folder = try lockLibrary()
    try world.picture("new.png", seed: 500)
    // The question does not wait.
    desktop.waits(forNotices: 1)
    let number = try #require(desktop.notices.first).number
    desktop.perform { $0.choose("sort", of: number) }
    #expect(await program.showed("this one waits"))
    #expect(world.names().contains("new.png"))
    close(folder)
    #expect(await program.printed("watched/new.png"))
    #expect(await program.end(by: SIGINT).status == .exited(0))
  }

  @Test func aWatchAlwaysWaits() async throws {
    let result = try await world.program(
      words("move { to = \"a/{filename}\" }").map { $0 == "run" ? "watch" : $0 } + ["--no-wait"]
    ).result()
    #expect(result.status == .exited(64))
    #expect(result.errorText.contains("a watch waits"))
  }
}
