import DesktopSupport
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A permission of an earlier version, which did not note what it is for.
@Suite struct OutdatedGrantTests {
  private let world: ProgramWorld
  private let rule: String

  init() async throws {
    world = try ProgramWorld()
    rule = try world.rule(
      """
      return pipeline {
        wants = { write = "to sort" }, source {}, copy { to = "\(world.path("a"))/" },
      }
      """)
    #expect(try await world.run("auth", "grant", rule, "--after-edits").status == .exited(0))
    try await makeOutdated()
  }

  /// Writes the decisions as version 2 had them.
  private func makeOutdated() async throws {
    let path = "state/shotflow/permissions"
    var lines = try world.directory.text(of: path).split(separator: "\n").map(String.init)
    lines.removeLast()
    lines[0] = "shotflow permissions\t2"
    for place in lines.indices.dropFirst() {
      var fields = lines[place].components(separatedBy: "\t")
      fields[fields.count - 1] = ""
      lines[place] = fields.joined(separator: "\t")
    }
    let body = lines.map { $0 + "\n" }.joined()
    try world.directory.write(body, to: "body")
    let sum = try await world.shell("sha256sum body || shasum -a 256 body").result().text.prefix(64)
    let file = world.path(path)
    try Data("\(body)end\t\(lines.count)\t\(sum)\n".utf8).write(to: URL(fileURLWithPath: file))
    chmod(file, 0o600)
  }

  private var remedy: String {
    "the rule \"rule\" has to be granted again: shotflow auth grant \(rule) --allow write"
      + " --after-edits"
  }

  private func watch(_ variables: [String: String] = [:]) throws -> RunningProgram {
    var program = world.program(["watch", rule, "--library", world.library])
    program.environment.merge(variables) { $1 }
    return try program.start()
  }

  @Test func aRunSaysWhyItIsAskedFor() async throws {
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(77))
    #expect(result.errorText.contains("yet: an earlier version granted it, and did not note what"))
    let asked = try world.program(
      ["run", rule, "--library", world.library], terminal: Terminal()
    ).start()
    #expect(await asked.showed("Esc leaves it]"))
    #expect(asked.errorOutput.contains("allowed   by an earlier version"))
    asked.send("n")
    #expect(await asked.result().status == .exited(77))
  }

  @Test func doctorNamesTheRule() async throws {
    #expect(try await world.run("doctor").text.contains(remedy))
    _ = try await world.run("auth", "grant", rule)
    #expect(!(try await world.run("doctor").text.contains("again")))
  }

  @Test func doctorNamesNoRuleThatIsGone() async throws {
    unlink(rule)
    #expect(!(try await world.run("doctor").text.contains("again")))
  }

  #if os(Linux)
    @Test func serviceNamesTheRule() async throws {
      try world.directory.write("", to: "config/systemd/user/shotflow-rule.service")
      func status() async throws -> ProgramResult {
        var program = world.program(["service", "status"])
        program.environment["PATH"] = world.path("bin")
        return try await program.result()
      }
      #expect(try await status().errorText.contains("\(remedy); its service waits for that\n"))
      _ = try await world.run("auth", "grant", rule)
      #expect(!(try await status().errorText.contains("again")))
    }
  #endif

  @Test func itsWatchWaitsAndGoesOn() async throws {
    let program = try watch()
    #expect(await program.showed("; the watch waits for that"))
    #expect(program.errorOutput.contains("shotflow auth grant \(rule) --allow write"))
    #expect(!program.errorOutput.contains("watching"))
    #expect(try await world.run("auth", "grant", rule).status == .exited(0))
    #expect(await program.showed("watching"))
    try world.picture("a.png", seed: 1)
    #expect(await program.printed("a.png"))
    #expect(await program.end(by: SIGTERM).status == .exited(0))
    #expect(world.names(in: "a") == ["a.png"])
  }

  @Test func theStatusTellsThatItsWatchWaits() async throws {
    let program = try watch()
    #expect(await program.showed("; the watch waits for that"))
    let waiting = try await world.run("watch", "--status").text
    #expect(waiting.contains("\"state\":\"unpermitted\"") && waiting.contains(rule))
    #expect(waiting.contains("\"lastError\":\"the rule"))
    // It is paused from its first moment on.
    #expect(try await world.run("watch", "--pause", rule).status == .exited(0))
    #expect(try await world.run("auth", "grant", rule).status == .exited(0))
    #expect(await program.showed("paused; to go on"))
    while !(try await world.run("watch", "--status").text.contains("\"state\":\"paused\"")) {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(await program.end(by: SIGTERM).status == .exited(0))
    #expect(try await world.run("watch", "--status").text.isEmpty)
  }

  @Test func aWaitingWatchEndsOnASignal() async throws {
    let program = try watch()
    #expect(await program.showed("; the watch waits for that"))
    #expect(await program.end(by: SIGTERM).status == .exited(0))
  }

  @Test func aWatchThatWaitsEndsWhenThePermissionIsDenied() async throws {
    let program = try watch()
    #expect(await program.showed("; the watch waits for that"))
    _ = try await world.run("auth", "deny", rule)
    let result = await program.result()
    #expect(result.status == .exited(77))
    #expect(result.errorText.contains("was denied permission"))
  }

  @Test func aWatchThatWasNeverPermittedEnds() async throws {
    _ = try await world.run("auth", "revoke", rule)
    #expect(await (try watch()).result().status == .exited(77))
  }

  @Test(.needs(PrivateBus.requirement)) func aNoticeNamesTheRule() async throws {
    let bus = try await PrivateBus()
    let desktop = try FakeDesktop(on: bus.address, FakeDesktop.Habits())
    let program = try watch(["DBUS_SESSION_BUS_ADDRESS": bus.address])
    desktop.waits(forNotices: 1)
    let notice = try #require(desktop.notices.first)
    #expect(notice.title == "rule.lua: permission is needed again")
    #expect(notice.body.contains("shotflow auth grant"))
    #expect(await program.end(by: SIGTERM).status == .exited(0))
    desktop.waits(forClosings: 1)
  }
}
