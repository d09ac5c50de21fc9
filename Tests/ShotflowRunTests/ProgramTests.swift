import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Programs that a rule starts: who permits them, and what they do in a run.
@Suite(.timeLimit(.minutes(5))) struct ProgramTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("tmp")
  }

  static func record(_ number: Int) -> String {
    #"{"v":1,"kind":"asset","localIdentifier":"\#(number).png","pixelWidth":\#(number)}"#
  }

  private func rule(
    _ stages: String, wants: String = "exec = \"to choose\"", named name: String = "rule.lua"
  ) throws -> String {
    try world.rule(
      """
      return pipeline {
        wants = { \(wants) },
        source { stdin = true },
        \(stages),
      }

      """, named: name)
  }

  /// Runs stages that may start programs.
  private func run(_ stages: String, records: Int = 1) async throws -> ProgramResult {
    let input = (1...records).map { Self.record($0) + "\n" }.joined()
    return try await world.program(
      ["run", try rule(stages), "--allow", "exec"], input: input.utf8
    ).result()
  }

  /// Writes a script by a program of its own: a child that another test starts meanwhile would
  /// inherit a file open for writing, which can't be executed.
  private func script(_ name: String, _ text: String) async throws {
    _ = try await world.shell(
      "printf '#!/bin/sh\\n%s\\n' '\(text)' > \(name).new && chmod +x \(name).new"
        + " && mv \(name).new \(name)"
    ).result()
  }

  @Test func meansTheSameAsCuttingTheRuleThere() async throws {
    try world.directory.write(
      (1...3000).map { Self.record($0) + "\n" }.joined(), to: "records")
    _ = try world.inputRule("filter { pixelWidth = at_least(100) }", named: "a.lua")
    _ = try world.inputRule("filter { limit = 700 }", named: "b.lua")
    _ = try rule(
      "filter { pixelWidth = at_least(100) }, exec { \"grep\", \"7\" }, filter { limit = 700 }")
    let cut = try await world.shell(
      "\"$shotflow\" run a.lua < records | grep 7 | \"$shotflow\" run b.lua"
    ).result()
    let whole = try await world.shell("\"$shotflow\" run rule.lua --allow exec < records").result()
    #expect(whole.status == .exited(0))
    #expect(whole.errorText == "")
    #expect(whole.lines.count == 700)
    #expect(whole.lines == cut.lines)
  }

  @Test func aRuleSaysThatItStartsPrograms() async throws {
    let rule = try rule("exec { \"cat\" }", wants: "\"to choose\"")
    for command in ["check", "run", "explain"] {
      let result = try await world.run(command, rule)
      #expect(result.status == .exited(65))
      #expect(
        result.errorText.hasPrefix(
          "\(rule):4: exec starts a program, which the rule has to ask for; add to its pipeline:"
            + " wants = { exec = \"why it is needed\" }, and run it with --allow exec\n"))
    }
  }

  @Test func nothingIsStartedUnlessTheUserPermitsIt() async throws {
    let rule = try rule("exec { \"sh\", \"-c\", \"echo started >&2; cat\" }")
    let input = Self.record(1) + "\n"
    let first = try await world.run("run", rule, input: input)
    #expect(first.status == .exited(77))
    #expect(
      first.errorText == "shotflow: the rule \"rule\" has no permission to start other"
        + " programs yet; to allow it for one run: --allow exec; to grant it: shotflow auth grant"
        + " \(rule) --allow exec\n")
    let status = try await world.run("auth", "status", rule)
    #expect(status.text.contains("exec { \"sh\", \"-c\", \"echo started >&2; cat\" }"))
    _ = try await world.run("auth", "grant", rule)
    let granted = try await world.run("run", rule, input: input)
    #expect(granted.status == .exited(0))
    #expect(granted.errorText == "shotflow: started\n")
    #expect(granted.lines == [Self.record(1)])
    _ = try await world.run("auth", "deny", rule)
    for words in [["run", rule], ["run", rule, "--auth", "restricted", "--allow", "write"]] {
      let refused = try await world.program(words, input: input.utf8).result()
      #expect(refused.status == .exited(77))
      #expect(!refused.errorText.contains("started\n"))
    }
  }

  @Test func otherWordsAreAskedFor() async throws {
    let path = try world.rule(
      """
      local o = options { word = "none" }
      return pipeline {
        wants = { exec = "to choose" },
        source { stdin = true },
        exec(now < 1577836800 and { "cat" } or { "sh", "-c", "echo " .. o.word .. " >&2; cat" }),
      }

      """, named: "rule.lua")
    let input = Self.record(1) + "\n"
    func run(_ words: String...) async throws -> ProgramResult {
      try await world.program(["run", path] + words, input: input.utf8).result()
    }
    _ = try await world.run("auth", "grant", path, "--word", "one")
    #expect(try await run("--word", "one").errorText == "shotflow: one\n")
    for words in [["--word", "two"], [], ["--word", "one", "--now", "2019-01-01"]] {
      let other = try await world.program(["run", path] + words, input: input.utf8).result()
      #expect(other.status == .exited(77))
      #expect(other.errorText.contains("the words changed since it was granted"))
    }
    #expect(try await run("--word", "one").status == .exited(0))
  }

  @Test func anotherContentIsAskedFor() async throws {
    let path = try rule("exec { \"./tool\" }")
    func tool(_ text: String) async throws { try await script("tool", text) }
    func run() async throws -> ProgramResult {
      try await world.run("run", path, input: Self.record(1) + "\n")
    }
    try await tool("cat")
    _ = try await world.run("auth", "grant", path)
    #expect(try await run().lines == [Self.record(1)])
    try await tool("echo evil >&2; cat")
    let other = try await run()
    #expect(other.status == .exited(77))
    #expect(!other.errorText.contains("evil\n"))
    try await tool("cat")
    #expect(try await run().status == .exited(0))
    unlink(world.path("tool"))
    #expect(try await run().status == .exited(69))
    #expect(try await world.run("auth", "grant", path).status == .exited(69))
    #expect(try await world.run("auth", "status", path).text.contains("exec { \"./tool\" }"))
  }

  /// The program that `env` finds in PATH reads the script.
  @Test(arguments: ["vtool", "-S vtool -x", "-S A=b vtool -x"])
  func anotherInterpreterIsAskedFor(_ words: String) async throws {
    try world.directory.makeFolder("bin")
    try world.directory.makeFolder("earlier")
    let path = try rule("exec { \"./tool\" }")
    _ = try await world.shell(
      "printf '#!/usr/bin/env \(words)\\n' > tool.new && chmod +x tool.new && mv tool.new tool"
    ).result()
    func run(_ words: [String]) async throws -> ProgramResult {
      var program = world.program(words, input: (Self.record(1) + "\n").utf8)
      program.environment["PATH"] = "\(world.path("earlier")):\(world.path("bin")):/usr/bin:/bin"
      return try await program.result()
    }
    let missing = try await run(["run", path, "--allow", "exec"])
    #expect(missing.status == .exited(69))
    #expect(
      missing.errorText.hasSuffix(
        "\"./tool\" is a script for \"vtool\", which is not in PATH; install it\n"))
    try await script("bin/vtool", "cat")
    _ = try await run(["auth", "grant", path])
    #expect(try await run(["run", path]).lines == [Self.record(1)])
    let status = try await run(["auth", "status", path])
    #expect(status.text.contains(", read by \(world.path("bin/vtool"))  ("), "\(status.text)")
    // An earlier folder of PATH, then another content.
    try await script("earlier/vtool", "echo evil >&2; cat")
    for place in ["earlier", "bin"] {
      let other = try await run(["run", path])
      #expect(other.status == .exited(77))
      #expect(!other.errorText.contains("evil\n"))
      unlink(world.path("earlier/vtool"))
      if place == "earlier" { try await script("bin/vtool", "echo evil >&2; cat") }
    }
    try await script("bin/vtool", "cat")
    #expect(try await run(["run", path]).status == .exited(0))
  }

  @Test func theQuestionSaysThatTheProgramChanged() async throws {
    let path = try rule("exec { \"./tool\" }")
    try await script("tool", "cat")
    _ = try await world.run("auth", "grant", path)
    try await script("tool", "tac")
    let program = try world.program(["run", path], terminal: Terminal()).start()
    #expect(await program.showed("Esc leaves it]"))
    #expect(program.errorOutput.contains("which is \(world.path("tool"))  ("))
    #expect(program.errorOutput.contains("changed   since it was allowed"))
    program.send("n")
    #expect(await program.result().status == .exited(77))
  }

  @Test func theQuestionNamesThePrograms() async throws {
    let rule = try rule("exec { \"sh\", \"-c\", \"\\u{1b}[2Jcat\" }")
    let program = try world.program(["run", rule], terminal: Terminal()).start()
    #expect(await program.showed("Esc leaves it]"))
    #expect(program.errorOutput.contains("  starts    \"sh\", \"-c\", \"\\x1b[2Jcat\""))
    program.send("n")
    #expect(await program.result().status == .exited(77))
  }

  @Test func explainShowsTheProgramAndStartsNothing() async throws {
    let result = try await world.run("explain", try rule("exec { \"touch\", \"made\" }"))
    #expect(result.status == .exited(0))
    #expect(result.lines.contains { $0.hasPrefix("exec ") && $0.hasSuffix("\"touch\", \"made\"") })
    #expect(!FileManager.default.fileExists(atPath: world.path("made")))
  }

  @Test func whatAProgramWritesEarlyGoesOnEarly() async throws {
    let rule = try rule("exec { \"cat\" }, filter { pixelWidth = at_least(1) }")
    let program = try world.program(["run", rule, "--allow", "exec"]).start()
    program.send(Self.record(1) + "\n")
    #expect(await program.printed(Self.record(1)))
    program.send(Self.record(2) + "\n")
    #expect(await program.printed(Self.record(2)))
    program.closeInput()
    #expect(await program.result().lines == [Self.record(1), Self.record(2)])
  }

  @Test func aLineThatIsNoAnswerIsReportedBeforeTheNextAnswer() async throws {
    try world.directory.write(
      "echo hello; while [ ! -e told ]; do sleep 0.01; done; exec cat\n", to: "slow.sh")
    let rule = try rule("exec { \"sh\", \"slow.sh\", batch = 1, timeout = \"2m\" }")
    let program = try world.program(["run", rule, "--allow", "exec"]).start()
    program.send(Self.record(1) + "\n")
    #expect(await program.showed("exec \"sh\", line 1: is no record"))
    try world.directory.write("", to: "told")
    program.closeInput()
    let result = await program.result()
    #expect(result.status == .exited(3))
    #expect(result.lines == [Self.record(1)])
  }

  @Test func aScriptThatGoesByItsOwnNameIsRefusedWithTheRemedy() async throws {
    try world.directory.makeFolder("home/.pyenv/shims")
    try await script("tool", "exec env \"${0##*/}\" \"$@\"")
    try FileManager.default.moveItem(
      atPath: world.path("tool"), toPath: world.path("home/.pyenv/shims/cat"))
    let rule = try rule("exec { \"cat\" }")
    var program = world.program(
      ["run", rule, "--allow", "exec"], input: (Self.record(1) + "\n").utf8)
    program.environment["PATH"] = "\(world.path("home/.pyenv/shims")):/usr/bin:/bin"
    let result = try await program.result()
    #expect(result.status == .exited(69))
    #expect(result.output.isEmpty)
    #expect(
      result.errorText.hasSuffix(
        "rule.lua:4: exec: \"cat\" is a script of pyenv that chooses a version by its own name, which a"
          + " program of a rule does not have; name the path that \"pyenv which cat\" prints, or a script"
          + " of your own beside the rule that begins with \"#!/usr/bin/env cat\"\n"))
  }

  @Test func aProgramThatHasEndedEndsASourceThatIsSilent() async throws {
    let rule = try rule("exec { \"head\", \"-1\" }")
    let program = try world.program(["run", rule, "--allow", "exec"]).start()
    program.send(Self.record(1) + "\n")
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(result.lines == [Self.record(1)])
  }

  @Test func aProgramThatFailsIsReported() async throws {
    let failed = try await run("exec { \"sh\", \"-c\", \"cat; exit 5\" }")
    #expect(failed.status == .exited(3))
    #expect(failed.lines == [Self.record(1)])
    #expect(failed.errorText == "shotflow: exec \"sh\" ended with status 5\n")
    let missing = try await run("exec { \"no-such-program\" }")
    #expect(missing.status == .exited(69))
    #expect(
      missing.errorText.contains(
        "rule.lua:4: exec: there is no program \"no-such-program\" in PATH; install it, or name"
          + " it by its path\n"))
  }

  @Test(arguments: [(100, false), (1000, true)])
  func aProgramThatTakesMuchMemoryFailsAlone(_ memory: Int, _ suffices: Bool) async throws {
    let large = "dd if=/dev/zero of=/dev/null bs=300M count=1 && cat"
    let result = try await run("exec { \"sh\", \"-c\", \"\(large)\", memory = \(memory) }")
    #expect(result.status == .exited(suffices ? 0 : 3), "\(result.errorText)")
    #expect(result.output.isEmpty != suffices)
    #expect(suffices || result.errorText.contains("exec \"sh\" ended with status 1"))
  }

  #if os(Linux)
    @Test(
      .withoutSanitizer("its shadow exceeds every bound of memory"),
      arguments: ["private", "break", "later", "private-file"])
    func noWayToPrivateMemoryLeadsBeyondTheLimit(_ way: String) async throws {
      let (bounded, _) = try await fill(way)
      #expect(bounded.errorText == "shotflow: exec \"sh\" ended with status \(ENOMEM)\n")
    }

    /// No limit of memory counts a stack, so it has one of its own.
    @Test(
      .withoutSanitizer("its shadow exceeds every bound of memory"),
      arguments: [("stack", ENOMEM), ("growing", EPERM)])
    func noStackLeadsBeyondTheLimit(_ way: String, _ error: Int32) async throws {
      let outside = try await RunProgram(Products.jailProbe, ["fill", way, "100"]).result()
      #expect(outside.status == .exited(0))
      let result = try await fill(way, 100, permitted: 1000)
      #expect(result.errorText == "shotflow: exec \"sh\" ended with status \(error)\n")
    }

    /// No limit of a process counts these.
    @Test(
      .withoutSanitizer("its shadow exceeds every bound of memory"),
      arguments: ["shared", "memory-file"])
    func sharedMemoryIsNotCounted(_ way: String) async throws {
      let (bounded, _) = try await fill(way)
      #expect(bounded.status == .exited(0), "\(bounded.errorText)")
    }

    /// Fills 200 MiB, where 64 and 1000 are permitted.
    private func fill(_ way: String) async throws -> (ProgramResult, ProgramResult) {
      let bounded = try await fill(way, 200, permitted: 64)
      let permitted = try await fill(way, 200, permitted: 1000)
      #expect(permitted.status == .exited(0), "\(permitted.errorText)")
      #expect(permitted.errorText.isEmpty)
      return (bounded, permitted)
    }

    /// Fills so many MiB, where others are permitted.
    private func fill(
      _ way: String, _ size: Int, permitted: Int
    ) async throws -> ProgramResult {
      let words = "\(Products.jailProbe) fill \(way) \(size) || exit; cat"
      return try await run("exec { \"sh\", \"-c\", \"\(words)\", memory = \(permitted) }")
    }
  #endif

  @Test func whatAProgramSaysCanNotDriveTheTerminal() async throws {
    let result = try await run(
      "exec { \"sh\", \"-c\", \"printf '\\\\033[2Jcleared\\\\n' >&2; cat\" }")
    #expect(result.errorText == "shotflow: \\x1b[2Jcleared\n")
  }

  @Test func aProgramMayLieBesideTheRule() async throws {
    try world.directory.makeFolder("bin")
    try await script("bin/own", "exec sed s/png/jpg/")
    let result = try await run("exec { \"./bin/own\" }")
    #expect(result.lines == [Self.record(1).replacing("png", with: "jpg")])
    let below = try world.directory.makeFolder("below")
    symlink(world.path("bin/own"), "\(below)/link")
    let away = try rule("exec { \"./link\" }", named: "below/rule.lua")
    #expect(try await world.run("run", away, "--allow", "exec").status == .exited(69))
  }

  @Test func itGetsTheUsersVariablesAndThreeDescriptors() async throws {
    let script = "env | grep -E '^(HOME|SHOTFLOW_|TMPDIR)' >&2; ls /proc/self/fd >&2; cat"
    let rule = try rule("exec { \"sh\", \"-c\", \"\(script)\" }")
    var program = world.program(["run", rule, "--allow", "exec,write,network"])
    program.environment["SHOTFLOW_PLUGINS"] = "/nowhere"
    program.environment["TMPDIR"] = world.path("tmp")
    let said = try await program.result().errorText.replacing("shotflow: ", with: "")
    // 3 is what ls lists.
    #expect(
      Set(said.split(separator: "\n").map(String.init))
        == ["HOME=\(world.path("home"))", "TMPDIR=\(world.path("tmp"))", "0", "1", "2", "3"])
  }

  #if os(Linux)
    @Test(arguments: [SIGKILL, SIGINT])
    func nothingIsLeftOfARunThatIsEnded(_ signal: Int32) async throws {
      let seconds = "\(getpid())\(UInt16.random(in: 10000...65535))"
      let script =
        "sleep \(seconds) & setsid sleep \(seconds) & echo ready >&2; exec sleep \(seconds)"
      let rule = try rule("exec { \"sh\", \"-c\", \"\(script)\" }")
      var words = world.program(["run", rule, "--allow", "exec"])
      words.environment["TMPDIR"] = world.path("tmp")
      let program = try words.start()
      #expect(await program.showed("ready"))
      while !ProcessTable.has("sleep", seconds) { try await Task.sleep(for: .milliseconds(5)) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("tmp")).count == 1)
      let result = await program.end(by: signal)
      #expect(result.status == (signal == SIGKILL ? .killed(signal: SIGKILL) : .exited(130)))
      // The launcher outlives the tool for a moment.
      while ProcessTable.has("sleep", seconds) { try await Task.sleep(for: .milliseconds(5)) }
      while try !FileManager.default.contentsOfDirectory(atPath: world.path("tmp")).isEmpty {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  #endif
}
