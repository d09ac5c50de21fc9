#if os(Linux)
  import Foundation
  import ProgramSupport
  import TestSupport
  import Testing

  /// The end of all that a program of a rule has started, in each way that `shotflow-exec` can take.
  ///
  /// `-` is the first way that the system allows; `g`, `s` and `l` are the letters of `shotflow-exec` for
  /// those to begin with instead.
  @Suite(
    .timeLimit(.minutes(5)),
    .withoutSanitizer("its shadow exceeds the jail's bound of memory"))
  struct ProgramEndTests {
    private let world: ProgramWorld
    /// Is among the words of each process that the program starts.
    private let mark = "shotflow-chains-\(UUID().uuidString)"

    private static let ways = ["-", "g", "s", "l"]

    init() throws {
      world = try ProgramWorld()
    }

    /// - Parameter limits: A command of the shell that limits the launcher.
    private func program(
      _ words: [String], way: String, allowing capabilities: String = "exec", limits: String = ":"
    ) async throws -> RunProgram {
      // A shell writes it: a child that another test starts meanwhile would inherit it open for writing.
      let script =
        "#!/bin/sh\n\(limits)\nparent=$1 rights=$2\(way)\nshift 2\nexec \(Self.launcher) $parent $rights \"$@\""
      _ = try await world.shell(
        "mkdir -p libexec && printf '%s\\n' '\(script)' > libexec/new && chmod +x libexec/new"
          + " && mv libexec/new libexec/shotflow-exec"
      ).result()
      let wants = capabilities.split(separator: ",").map { "\"\($0)\"" }
        .joined(separator: ", ")
      let texts = words.map { "[=[\($0)]=]" }.joined(separator: ", ")
      let rule = try world.rule(
        "return pipeline { wants = { \(wants) }, source { stdin = true }, exec { \(texts) } }\n")
      var program = world.program(["run", rule, "--allow", capabilities])
      program.environment["SHOTFLOW_LIBEXEC"] = world.path("libexec")
      return program
    }

    private static var launcher: String {
      (Products.shotflow as NSString).deletingLastPathComponent + "/shotflow-exec"
    }

    private func chains(_ count: Int) -> [String] {
      [Products.jailProbe, "chains", "\(count)", mark]
    }

    /// The processes with the mark among their words, whose words begin so.
    private func numbers(of beginning: String = "") -> [Int32] {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return processes.compactMap(Int32.init).filter { number in
        guard let words = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") else {
          return false
        }
        return words.range(of: Data(mark.utf8)) != nil && words.starts(with: Data(beginning.utf8))
      }
    }

    /// True if any of many looks finds a process; one that forks can be missed.
    private var isSomethingLeft: Bool {
      (0..<50).contains { _ in !numbers().isEmpty }
    }

    // Chains fork without a rest, and would take the processors from each other.
    @Test(.serialized, arguments: ways)
    func nothingIsLeftOfChainsWhenTheRunEnds(_ way: String) async throws {
      let program = try await program(chains(8), way: way).start()
      #expect(await program.showed("ready"))
      #expect(isSomethingLeft)
      program.closeInput()
      let result = await program.result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(!isSomethingLeft)
    }

    /// A process that is killed: the tool, the one that it starts, or the child of that, which starts the
    /// program.
    enum Victim: CaseIterable { case tool, launcher, keeper }

    @Test(.serialized, arguments: ways, Victim.allCases)
    func nothingIsLeftOfChainsWhateverIsKilled(_ way: String, _ victim: Victim) async throws {
      let program = try await program(chains(4), way: way).start()
      #expect(await program.showed("ready"))
      let helpers = numbers(of: Self.launcher)
      let keeper = try #require(
        helpers.first { ProcessTable.parent(of: $0).map(helpers.contains) == true })
      let launcher = try #require(helpers.first { $0 != keeper })
      switch victim {
      case .tool: program.signal(SIGKILL)
      case .launcher: kill(launcher, SIGKILL)
      case .keeper: kill(keeper, SIGKILL)
      }
      while isSomethingLeft { try await Task.sleep(for: .milliseconds(5)) }
      program.closeInput()
      _ = await program.result()
    }

    /// All processes end at once, also when nothing of shotflow is left to see to it.
    @Test(.enabled("needs a kernel with PID namespaces for this user") { try await isNamespace() })
    func aNamespaceNeedsNobodyToEndIt() async throws {
      let program = try await program(chains(4), way: "-").start()
      #expect(await program.showed("ready"))
      let helpers = numbers(of: Self.launcher)
      program.signal(SIGKILL)
      for helper in helpers { kill(helper, SIGKILL) }
      while isSomethingLeft { try await Task.sleep(for: .milliseconds(5)) }
      _ = await program.result()
    }

    private static func isNamespace() async throws -> Bool {
      try await RunProgram(launcher, ["ending"]).result().text == "namespace\n"
    }

    @Test func aSystemWithoutNamespacesHasAnotherWay() async throws {
      let result = try await RunProgram(
        Products.jailProbe, ["without-namespaces", Self.launcher, "ending"]
      ).result()
      #expect(["group\n", "signals\n", "list\n"].contains(result.text))
      var program = try await program(chains(8), way: "-")
      program.arguments = ["without-namespaces", program.executable] + program.arguments
      program.executable = Products.jailProbe
      let running = try program.start()
      #expect(await running.showed("ready"))
      running.closeInput()
      #expect(await running.result().status == .exited(0))
      #expect(!isSomethingLeft)
    }

    @Test(arguments: ways)
    func itStaysTheUserAndHasNoOtherRights(_ way: String) async throws {
      let facts = "id -u; id -g; awk '/^(Cap|NoNewPrivs)/ { print $2 }' /proc/self/status; cat"
      for capabilities in ["exec", "exec,write"] {
        let result = try await program(
          ["sh", "-c", "{ \(facts); } >&2"], way: way, allowing: capabilities
        ).result()
        let said = result.errorText.replacing("shotflow: ", with: "").split(separator: "\n")
        try #require(said.count == 8, "\(result.errorText)")
        #expect(said[0] == "\(geteuid())" && said[1] == "\(getegid())")
        // Root reads the files of others, and with write changes them: CAP_DAC_READ_SEARCH, and CHOWN,
        // DAC_OVERRIDE, FOWNER and FSETID.
        let kept: UInt64 = geteuid() != 0 ? 0 : capabilities == "exec" ? 0x4 : 0x1F
        #expect(said[7] == "1")
        for text in said[2..<7] {
          let rights = try #require(UInt64(text, radix: 16))
          // Who has none can't bound them.
          #expect(rights & ~kept == 0 || text == said[5] && geteuid() != 0, "\(said)")
        }
      }
    }

    @Test(.needs(.unprivilegedUser)) func anotherUserStaysThatUser() async throws {
      chmod(world.directory.path, 0o777)
      let rule = try world.rule(
        """
        return pipeline {
          wants = { "exec" },
          source { stdin = true },
          exec { "sh", "-c", "{ id -u; id -g; awk '/^(Cap(Inh|Prm|Eff|Amb)|NoNewPrivs)/ { print $2 }' /proc/self/status; } >&2; cat" },
        }

        """)
      chmod(rule, 0o644)
      _ = try await world.shell(
        "cp $shotflow tool && cp '\(Self.launcher)' shotflow-exec && chmod 755 tool shotflow-exec"
      ).result()
      var program = Requirement.asNobody(world.path("tool"), ["run", rule, "--allow", "exec"])
      program.environment = world.environment
      program.environment["TMPDIR"] = world.directory.path
      program.workingFolder = world.directory.path
      let user = geteuid() == 0 ? (65534, 65534) : (Int(geteuid()), Int(getegid()))
      let none = "0000000000000000"
      let said = try await program.result().errorText.replacing("tool: ", with: "")
      #expect(said == "\(user.0)\n\(user.1)\n\(none)\n\(none)\n\(none)\n\(none)\n1\n")
    }

    @Test(arguments: ways)
    func itSeesItsOwnNumber(_ way: String) async throws {
      let result = try await program(
        ["sh", "-c", "[ -d /proc/$$ ] && kill -0 $$ && echo here >&2; cat"], way: way
      ).result()
      #expect(result.errorText == "shotflow: here\n")
    }

    /// Every process that it can signal gets one, its own child, and no other.
    @Test(arguments: ways)
    func aSignalToAllReachesItsOwnAlone(_ way: String) async throws {
      let bystander = try RunProgram("/bin/sleep", ["600"]).start()
      let result = try await program(
        ["sh", "-c", "sleep 600 & child=$!; kill -9 -1; wait $child; echo $? >&2; cat"], way: way
      ).result()
      // Below version 6 of Landlock it can signal itself alone.
      if !result.errorText.contains("shotflow: 137\n") {
        #expect(result.errorText.contains("not permitted"), "\(result.errorText)")
      }
      #expect(kill(bystander.processIdentifier, 0) == 0)
      #expect(await bystander.end(by: SIGTERM).status == .killed(signal: SIGTERM))
    }

    /// Removing what it left takes neither a descriptor nor memory, of the stack or else, for each folder.
    @Test(arguments: [(5000, 1), (1, 20_000)])
    func anyTreeThatItLeavesIsRemoved(_ depth: Int, _ files: Int) async throws {
      let folder = try world.directory.makeFolder("tmp")
      var program = try await program(
        ["sh", "-c", "exec \(Products.jailProbe) leave \"$TMPDIR\" \(depth) \(files)"], way: "-",
        limits: "ulimit -n 12; ulimit -d 10240; ulimit -s 1024")
      program.environment["TMPDIR"] = folder
      program.timeout = .seconds(600)
      let result = try await program.result()
      #expect(result.errorText == "shotflow: left 0 0\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    /// Its folders are moved under numbers, which it may have used itself.
    @Test func namesThatItChoseKeepNoFolder() async throws {
      let folder = try world.directory.makeFolder("tmp")
      var program = try await program(
        [
          "sh", "-c",
          "cd \"$TMPDIR\" && mkdir -p .0/x/y .1/x/y && echo > .2 && cat",
        ], way: "-")
      program.environment["TMPDIR"] = folder
      #expect(try await program.result().status == .exited(0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    /// Without memory the kernel ends it before others: 1000 is the highest that a process can have.
    @Test(arguments: ways)
    func itEndsFirstWhenMemoryRunsOut(_ way: String) async throws {
      let result = try await program(
        ["sh", "-c", "cat /proc/self/oom_score_adj >&2; cat"], way: way
      ).result()
      #expect(result.errorText == "shotflow: 1000\n")
    }

    @Test(arguments: ways)
    func howManyProcessesItStartsIsBounded(_ way: String) async throws {
      let result = try await program(
        ["sh", "-c", "grep processes /proc/self/limits >&2; cat"], way: way
      ).result()
      let words = result.errorText.split(whereSeparator: \.isWhitespace)
      #expect(words.count == 6 && words.dropFirst(3).prefix(2).allSatisfy { Int($0) != nil })
    }
  }
#endif
