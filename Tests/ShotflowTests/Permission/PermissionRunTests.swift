import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A rule that names a library itself, without a terminal for a question.
@Suite struct PermissionRunTests {
  private let world: ProgramWorld
  private let rule: String

  init() throws {
    world = try ProgramWorld()
    for (place, name) in ["a.png", "trip/b.png", "trip/c.png", "other/d.png"].enumerated() {
      try world.picture(name, seed: UInt64(place))
    }
    rule = try world.rule("return pipeline { source { library = \"pictures\" } }\n")
  }

  private func names(_ arguments: String...) async throws -> [String?] {
    let result = try await world.program(["run", rule] + arguments).result()
    #expect(result.status == .exited(0), "\(result.errorText)")
    return try result.records().map(\.localIdentifier)
  }

  @Test func withoutAPermissionTheCommandThatGrantsItIsNamedAndWorks() async throws {
    let result = try await world.run("run", rule)
    #expect(result.status == .exited(77))
    #expect(result.output.isEmpty)
    let command = "shotflow auth grant \(rule) --library \(world.library)"
    #expect(
      result.errorText == "shotflow: the rule \"rule\" has no permission for the library"
        + " \"\(world.library)\" yet; to allow it for one run: --library \(world.library);"
        + " to grant it: \(command)\n")
    let granted = try await world.shell("\"$shotflow\" \(command.dropFirst("shotflow ".count))")
      .result()
    #expect(granted.status == .exited(0))
    #expect(try await names() == ["a.png", "other/d.png", "trip/b.png", "trip/c.png"])
  }

  @Test func theCommandSurvivesNamesThatAShellWouldMangle() async throws {
    try world.picture("x.png", seed: 9, in: "it's $HOME")
    let odd = try world.rule(
      "return pipeline { source { library = \"it's $HOME\" } }\n", named: "-a b.lua")
    let result = try await world.shell("\"$shotflow\" run './-a b.lua'").result()
    #expect(result.status == .exited(77))
    let command = try #require(result.errorText.split(separator: ": shotflow ").last)
    let granted = try await world.shell("\"$shotflow\" \(command)").result()
    #expect(granted.status == .exited(0), "\(granted.errorText)")
    #expect(try await world.run("run", odd).lines.count == 1)
  }

  @Test func librariesNamedByTheUserNeedNoPermission() async throws {
    #expect(try await names("--library", world.library).count == 4)
    #expect(try await names("--library", "./pictures/../pictures").count == 4)
    let input = try world.inputRule(named: "input.lua")
    let piped = try await world.shell("echo pictures/a.png | \"$shotflow\" run \(input)").result()
    #expect(piped.lines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: world.path("state")))
  }

  @Test func eachStateCanBeTried() async throws {
    for state in ["notDetermined", "denied", "restricted"] {
      let own = try await world.run("run", rule, "--auth", state)
      #expect(own.status == .exited(77), "\(state)")
      let named = try world.libraryRule(named: "named.lua")
      let other = try await world.run("run", named, "--library", world.library, "--auth", state)
      #expect(other.status == .exited(77), "\(state)")
    }
    #expect(try await names("--auth", "authorized").count == 4)
    #expect(
      try await names("--auth", "limited", "--chosen", "trip/c.png", "--chosen", "a.png")
        == ["a.png", "trip/c.png"])
    #expect(try await names("--auth", "limited").isEmpty)
    let wrong = try await world.run("run", rule, "--auth", "denyed")
    #expect(wrong.status == .exited(64))
    #expect(wrong.errorText.contains("did you mean \"denied\"?"))
    // What is tried is not kept; what it permitted was a decision, and is in the log.
    #expect(try await world.run("run", rule).status == .exited(77))
    #expect(!FileManager.default.fileExists(atPath: world.path("state/shotflow/permissions")))
    #expect(
      try await log() == [
        "run authorized the library \"\(world.library)\" (for one run)",
        "run limited the library \"\(world.library)\" (2 assets, for one run)",
        "run limited the library \"\(world.library)\" (0 assets, for one run)",
      ])
  }

  @Test func aNamedLibrarysStateIsNoDecisionWhenItIsTried() async throws {
    let named = try world.libraryRule(named: "named.lua")
    let result = try await world.run("run", named, "-l", world.library, "--auth", "limited")
    #expect(result.status == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: world.path("state")))
  }

  /// Returns the output of `auth log` without the moments, the rule and its hash.
  private func log() async throws -> [String] {
    try await world.run("auth", "log").lines.dropFirst().map { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      return (words[1...2] + words[5...]).joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("deny", [], 77, "was denied the library"), ("limit", ["a.png", "trip/b.png"], 0, ""),
    ("grant", [], 0, ""),
  ])
  func whatWasDecidedHoldsInAPipe(
    _ verb: String, _ assets: [String], _ status: Int32, _ message: String
  ) async throws {
    let decided = try await world.program(["auth", verb, rule] + assets).result()
    #expect(decided.status == .exited(0))
    let result = try await world.shell(
      "{ \"$shotflow\" run \(rule) < /dev/null; echo \"status $?\" >&2; } | cat"
    ).result()
    #expect(result.errorText.contains("status \(status)\n"))
    #expect(message.isEmpty || result.errorText.contains(message))
    let names = try result.records().compactMap(\.localIdentifier)
    let all = ["a.png", "other/d.png", "trip/b.png", "trip/c.png"]
    #expect(names == (status != 0 ? [] : assets.isEmpty ? all : assets))
  }

  @Test func explainShowsTheStateAndOpensNothing() async throws {
    let before = try await world.run("explain", rule)
    #expect(before.lines.contains("access   notDetermined: the library \"\(world.library)\""))
    _ = try await world.run("auth", "limit", rule, "trip/b.png")
    let after = try await world.run("explain", rule)
    #expect(after.lines.contains("access   limited to 1 asset: the library \"\(world.library)\""))
    #expect(!after.text.contains("c.png"))
  }

  /// The options of the run are in the command, with their values and without the files.
  @Test(arguments: [
    (["--limit", "3"], "--limit 3"), (["--limit=3", "--quick"], "'--limit=3' --quick"),
    (["--limit", "3", "--name", "a b.png"], "--limit 3 --name 'a b.png'"),
  ])
  func theCommandThatGrantsCanBePasted(_ options: [String], _ shown: String) async throws {
    let rule = try world.rule(
      """
      local o = options { limit = 1, quick = false, name = "a" }
      return pipeline {
        wants = { exec = "to count" },
        source {}, filter { limit = o.limit }, exec { "cat" },
      }
      """, named: "wants.lua")
    let words = ["run", rule, "--library", world.library] + options
    let refused = try await world.program(words).result()
    #expect(refused.status == .exited(77))
    let command = try #require(
      refused.errorText.split(separator: "to grant it: ").last?.split(separator: "\n").first)
    #expect(command.hasSuffix("--allow exec \(shown)"), "\(command)")
    let pasted = "\"$shotflow\"" + command.dropFirst("shotflow".count)
    let granted = try await world.shell(pasted).result()
    #expect(granted.status == .exited(0), "\(granted.errorText)")
    #expect(try await world.program(words).result().status == .exited(0))
  }

  @Test func aCapabilityIsGrantedOrAllowedForARun() async throws {
    let rule = try world.rule(
      """
      return pipeline {
        wants = { "shows trips", references = "they lie elsewhere", "exec" },
        source {},
      }
      """, named: "wants.lua")
    let run = ["run", rule, "--library", world.library]
    let first = try await world.program(run).result()
    #expect(first.status == .exited(77))
    #expect(
      first.errorText.contains(
        "to grant it: shotflow auth grant \(rule) --allow exec --allow references"))
    #expect(
      try await world.program(run + ["--allow", "exec,references"]).result().lines.count == 4)
    #expect(
      try await log() == [
        "run authorized exec: to start other programs (for one run)",
        "run authorized references: to read originals outside of the library (for one run)",
      ])
    #expect(try await world.program(run + ["--allow", "exec"]).result().status == .exited(77))
    #expect(try await world.program(run + ["--allow", "exce"]).result().status == .exited(64))
    _ = try await world.run("auth", "grant", rule)
    #expect(try await world.program(run).result().lines.count == 4)
    _ = try await world.run("auth", "deny", rule, "--allow", "exec")
    let denied = try await world.program(run).result()
    #expect(denied.status == .exited(77))
    #expect(denied.errorText.contains("was denied permission to start other programs;"))
  }

  @Test(.needs(.unprivilegedUser)) func theSystemsRefusalIsDistinguishedAndCantBeGranted()
    async throws
  {
    // Its owner is root, who hides it from others, or the user who runs the tests.
    chmod(world.path("pictures"), geteuid() == 0 ? 0o700 : 0)
    defer { chmod(world.path("pictures"), 0o700) }
    let open = try world.directory.write(
      "return pipeline { source { library = \"pictures\" } }", to: "open.lua")
    let result = try await world.runUnprivileged("run", open)
    #expect(result.status == .exited(77))
    #expect(result.errorText.contains("the system refuses the library"))
    #expect(!result.errorText.contains("auth grant"))
    let granted = try await world.runUnprivileged("auth", "grant", open)
    #expect(granted.status == .exited(77))
    #expect(granted.errorText.contains("the system refuses the library"))
  }

  @Test(.needs(.ownMounts)) func anAdministratorsPolicyBindsTheUser() async throws {
    func inside(_ words: String) async throws -> ProgramResult {
      try await world.underPolicy(words).result()
    }
    try world.makePolicy("restrict library \(world.library)/trip\n")
    for words in [
      "run \(rule)", "run \(rule) --library \(world.library)", "run \(rule) --auth authorized",
      "auth grant \(rule)", "auth limit \(rule) a.png",
    ] {
      let result = try await inside(words)
      #expect(result.status == .exited(77), "\(words)")
      #expect(
        result.errorText.contains("the administrator's policy (/etc/shotflow/policy:1) forbids"),
        "\(words): \(result.errorText)")
    }
    let other = try world.rule(
      "return pipeline { source { library = \"pictures/other\" } }", named: "other.lua")
    #expect(try await inside("run \(other) --auth authorized").lines.count == 1)
    try world.directory.write("restrict rules\n", to: "etc/shotflow/policy")
    #expect(try await inside("run \(other)").status == .exited(77))
    #expect(try await inside("run \(other) --library pictures/other").lines.count == 1)
    chmod(world.path("etc/shotflow/policy"), 0o777)
    let unsafe = try await inside("run \(other)")
    #expect(unsafe.status == .exited(77))
    #expect(unsafe.errorText.contains("others than root may write into it"))
  }

  @Test func aDamagedFilePermitsNothing() async throws {
    _ = try await world.run("auth", "grant", rule)
    try world.directory.write("shotflow permissions\t1\n", to: "state/shotflow/permissions")
    let result = try await world.run("run", rule)
    #expect(result.status == .exited(77))
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains("is damaged"))
    #expect(try await world.run("auth", "grant", rule).status == .exited(77))
    // A run that needs no permission does not look at it.
    #expect(try await names("--library", world.library).count == 4)
  }

  @Test(.withoutSanitizer("its options come by the environment, which is empty"))
  func aRuleWithoutStateRunsWithoutAHome() async throws {
    let named = try world.libraryRule(named: "named.lua")
    func run(_ rule: String) async throws -> ProgramResult {
      try await world.shell(
        "env -i \"$shotflow\" run \(rule) --library pictures"
      ).result()
    }
    #expect(try await run(named).lines.count == 4)
    let remembers = try world.libraryRule("dedupe { by = \"sha1\", memory = \"m\" }")
    let result = try await run(remembers)
    #expect(result.status == .exited(73))
    #expect(result.errorText.contains("HOME is not set"))
    let own = try world.rule("return pipeline { source { library = \"pictures/trip\" } }")
    #expect(try await run(own).errorText.contains("HOME is not set"))
  }

  @Test func anUnusableCacheIsReportedOnce() async throws {
    try world.directory.write("a file is in the way", to: "cache")
    let rule = try world.libraryRule("load { size = { 20, 20 } }", named: "load.lua")
    let result = try await world.run("run", rule, "--library", world.library)
    #expect(result.status == .exited(73))
    #expect(result.errorLines.count { $0.contains("the cache can't keep pictures") } == 1)
    #expect(result.errorText.contains("--out FOLDER"))
  }
}
