import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Signals as other programs leave them to the tool, and as it leaves them to its own.
@Suite(.timeLimit(.minutes(5))) struct InheritedSignalTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("tmp")
  }

  /// As under `nohup`, or behind `&` in a script.
  @Test(arguments: [(SIGHUP, "HUP"), (SIGINT, "INT"), (SIGTERM, "TERM"), (SIGALRM, "ALRM")])
  func whatIsIgnoredStaysIgnored(_ signal: Int32, _ name: String) async throws {
    _ = try world.inputRule()
    let program = try world.shell("trap '' \(name); exec \"$shotflow\" run rule.lua").start()
    program.send(ForeignRecord.line(1) + "\n")
    #expect(await program.printed("IMG_1.PNG\""))
    program.signal(signal)
    program.send(ForeignRecord.line(2) + "\n")
    #expect(await program.printed("IMG_2.PNG\""))
    program.closeInput()
    let result = await program.result()
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
  }

  @Test(arguments: [SIGALRM, SIGXCPU])
  func timersEndARunAsAKillDoes(_ signal: Int32) async throws {
    let program = try world.program(["run", try world.inputRule()]).start()
    program.send(ForeignRecord.line(1) + "\n")
    #expect(await program.printed("IMG_1.PNG\""))
    let result = await program.end(by: signal)
    #expect(result.status == .exited(130))
    #expect(result.errorText == "shotflow: interrupted\n")
  }

  /// The limit for the time of the processor, of which the system reminds every second.
  @Test func aRunThatIsOutOfProcessorTimeEndsInOrder() async throws {
    _ = try world.inputRule(
      "filter(function(a) for i = 1, 3000000 do end return true end)")
    let records = (1...20_000).map { ForeignRecord.line($0) + "\n" }.joined()
    try world.directory.write(records, to: "records")
    let result = try await world.shell(
      "ulimit -S -t 1; exec \"$shotflow\" run rule.lua --lanes 1 < records"
    ).result()
    #expect(result.status == .exited(130))
    #expect(result.errorLines.last == "shotflow: interrupted")
    #expect(result.text.isEmpty || result.text.hasSuffix("}\n"))
  }

  @Test func ctrlBackslashLeavesTheTerminalAsItWas() async throws {
    try world.picture()
    _ = try world.libraryRule("notify { dismiss = \"20m\" }")
    // The shell that waits for the tool gets the signal as well.
    let program = try world.shell(
      "trap : QUIT; stty -g > before; \"$shotflow\" run rule.lua -l pictures; echo $? > status;"
        + " stty -g > after",
      terminal: Terminal()
    ).start()
    #expect(await program.showed("Esc"))
    program.send("\u{1C}")
    _ = await program.result()
    #expect(try world.directory.text(of: "status") == "\(128 + SIGQUIT)\n")
    #expect(
      try world.directory.text(of: "after") == world.directory.text(of: "before"))
  }

  #if os(Linux)
    private func exec(_ script: String, wants: String = "exec = \"x\"") throws -> String {
      try world.rule(
        """
        return pipeline {
          wants = { \(wants) }, source { stdin = true }, exec { "sh", "-c", "\(script)" },
        }
        """)
    }

    /// A started program has default signals, even if the tool ignores, blocks or inherits others.
    @Test(.needs(.program("python3"))) func aProgramHasAllSignalsAtTheirDefaults() async throws {
      let script = "grep -E '^Sig(Blk|Ign)' /proc/self/status >&2; cat"
      let rule = try exec(script)
      let call = """
        import os, signal, sys
        numbers = set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
        os.execv(sys.argv[1], sys.argv[1:])
        """
      let python = try #require(Requirement.path(ofProgram: "python3"))
      let result = try await RunProgram(
        python, ["-c", call, Products.shotflow, "run", rule, "--allow", "exec"],
        environment: world.environment, input: (ForeignRecord.line(1) + "\n").utf8
      ).result()
      #expect(result.status == .exited(0))
      #expect(result.lines == [ForeignRecord.line(1)])
      let masks = result.errorLines.map { line in
        line.split(separator: "\\t").last.flatMap { UInt64($0, radix: 16) }
      }
      // 32 and 33 are the C library's own, which no program can set.
      #expect(masks.map { $0.map { $0 & ~(3 << 31) } } == [0, 0], "\(result.errorText)")
    }

    /// A status that is not kept would look like a program that ended well.
    @Test(.needs(.program("python3"))) func theStatusOfAProgramIsKnownWhereChildrenAreIgnored()
      async throws
    {
      let rule = try exec("cat > /dev/null; exit 4")
      let call = """
        import os, signal, sys
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        os.execv(sys.argv[1], sys.argv[1:])
        """
      let python = try #require(Requirement.path(ofProgram: "python3"))
      let result = try await RunProgram(
        python, ["-c", call, Products.shotflow, "run", rule, "--allow", "exec"],
        environment: world.environment, input: (ForeignRecord.line(1) + "\n").utf8
      ).result()
      #expect(result.status == .exited(3))
      #expect(result.errorText.contains("ended with status 4"))
    }

    @Test(arguments: [SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE, SIGXFSZ])
    func aLauncherLeavesNothingBehindWhateverEndsIt(_ signal: Int32) async throws {
      let script = "sleep 1000 & echo ready >&2; cat; exec sleep 1000"
      var words = world.program(["run", try exec(script), "--allow", "exec"])
      words.environment["TMPDIR"] = world.path("tmp")
      let program = try words.start()
      program.send(ForeignRecord.line(1) + "\n")
      #expect(await program.showed("ready"))
      // The launcher, the keeper, the program and what that started; it does not know their numbers,
      // as it may have a PID namespace of its own.
      let numbers = ProcessTable.descendants(of: program.processIdentifier)
      try #require(numbers.count >= 4)
      kill(numbers[0], signal)
      // These two only say that a write failed, and end nothing.
      let endsNothing = [SIGPIPE, SIGXFSZ].contains(signal)
      if endsNothing {
        program.send(ForeignRecord.line(2) + "\n")
        #expect(await program.printed("IMG_2.PNG\""))
        program.signal(SIGTERM)
      } else {
        program.closeInput()
      }
      let result = await program.result()
      #expect(result.status == .exited(endsNothing ? 130 : 3), "\(result.errorText)")
      for number in numbers {
        while kill(number, 0) == 0 { try await Task.sleep(for: .milliseconds(5)) }
      }
      while try !FileManager.default.contentsOfDirectory(atPath: world.path("tmp")).isEmpty {
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  #endif
}
