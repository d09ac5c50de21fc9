#if os(Linux)
  import Foundation
  import ProgramSupport
  import TestSupport
  import Testing

  /// The rights of a program that a rule starts, with those that were granted.
  @Suite(.withoutSanitizer("its shadow exceeds the jail's bound of memory"))
  struct ProgramJailTests {
    private let world: ProgramWorld

    init() throws {
      world = try ProgramWorld()
      try world.directory.makeFolder("tmp")
      try world.directory.write("whole", to: "file")
    }

    private func program(_ words: [String], allowing capabilities: String) throws -> RunProgram {
      let texts = words.map { "[=[\($0)]=]" }.joined(separator: ", ")
      let wants = capabilities.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ", ")
      let rule = try world.rule(
        """
        return pipeline {
          wants = { \(wants) },
          source { stdin = true },
          exec { \(texts) },
        }
        """)
      var program = world.program(["run", rule, "--allow", capabilities])
      program.environment["TMPDIR"] = world.path("tmp")
      return program
    }

    private func run(_ words: [String], allowing capabilities: String) async throws
      -> ProgramResult
    {
      try await program(words, allowing: capabilities).result()
    }

    /// Returns each attempt of a program with 0 or the error.
    private func attempts(
      _ names: [String], allowing capabilities: String
    ) async throws -> [String: Int32] {
      let words = [Products.jailProbe, "here"] + names
      let result = try await run(words, allowing: capabilities)
      #expect(result.status == .exited(0), "\(result.errorText)")
      var outcomes: [String: Int32] = [:]
      for line in result.errorText.replacing("shotflow: ", with: "").split(separator: "\n") {
        let parts = line.split(separator: " ")
        if parts.count == 2 { outcomes[String(parts[0])] = Int32(parts[1]) }
      }
      return outcomes
    }

    private static let changes = [
      "append", "attribute", "chmod", "chown", "create", "empty", "fifo", "flags", "link", "mkdir",
      "mode-by-descriptor", "new-attribute", "new-flags", "new-mode", "rename", "symlink", "times",
      "truncate", "unlink", "write",
    ]

    @Test func itReadsAndChangesNothing() async throws {
      let outcomes = try await attempts(
        (Self.changes + ["read"]).map { "\(world.path("file")):\($0)" }, allowing: "exec")
      #expect(outcomes["read"] == 0)
      for name in Self.changes {
        let outcome = outcomes[name]
        #expect(
          outcome == EACCES || outcome == EPERM || outcome == EXDEV && name == "link",
          "\(name): \(outcome ?? -2)")
      }
      #expect(try world.directory.text(of: "file") == "whole")
      #expect(
        Set(try FileManager.default.contentsOfDirectory(atPath: world.directory.path))
          .isDisjoint(with: ["file-other"]))
    }

    @Test func withNetworkItStillChangesNothing() async throws {
      let outcomes = try await attempts(
        Self.changes.map { "\(world.path("file")):\($0)" } + ["socket", "unix-socket"],
        allowing: "exec,network")
      #expect(outcomes["socket"] == 0)
      #expect(outcomes["unix-socket"] == 0)
      #expect(Self.changes.allSatisfy { outcomes[$0] != 0 }, "\(outcomes)")
      #expect(try world.directory.text(of: "file") == "whole")
    }

    @Test(arguments: ["exec", "exec,write"])
    func withoutNetworkItMakesNoSockets(_ capabilities: String) async throws {
      let outcomes = try await attempts(
        ["socket", "unix-socket", "io-uring", "ptrace", "process-memory", "fork"],
        allowing: capabilities)
      #expect(outcomes["socket"] == EACCES)
      #expect(outcomes["unix-socket"] == EACCES)
      for name in ["io-uring", "ptrace", "process-memory"] {
        #expect(outcomes[name] == EPERM, "\(name)")
      }
      #expect(outcomes["fork"] == 0)
    }

    private static let reaches = [
      "affinity", "advice", "comparison", "core", "descriptor", "events", "handle", "io-priority",
      "io-priority-of-user", "keys", "limit-of-other", "memory", "namespace-of-a-child",
      "namespace-of-its-own", "nodes", "owner", "owner-by-control", "owner-by-kind", "pages",
      "parent-death", "priority", "priority-of-group", "priority-of-user", "queued-signal",
      "queued-signal-to-thread", "robust-list", "scheduler", "scheduler-attributes",
      "scheduler-parameter", "signal", "signal-by-descriptor", "signal-to-group",
      "signal-to-own-thread", "signal-to-thread", "tracer",
    ]

    private static let addresses = [
      "address-of-a-pair", "bound-pair", "connected-pair", "pair-of-datagrams",
    ]

    private static let shared = ["message-queue", "messages", "semaphore", "shared-memory"]

    @Test(arguments: ["exec", "exec,network", "exec,write", "exec,network,write"])
    func itReachesNoOtherProcess(_ capabilities: String) async throws {
      let outcomes = try await attempts(
        Self.reaches + ["signal-to-child", "signal-to-itself"], allowing: capabilities)
      for name in Self.reaches { #expect(outcomes[name] == EPERM, "\(name)") }
      #expect(outcomes["signal-to-child"] == 0)
      #expect(outcomes["signal-to-itself"] == 0)
    }

    @Test(arguments: ["exec", "exec,write"])
    func withoutNetworkNothingIsSentToAnAddress(_ capabilities: String) async throws {
      let outcomes = try await attempts(Self.addresses, allowing: capabilities)
      for name in Self.addresses {
        #expect([EACCES, EPERM].contains(outcomes[name]), "\(name): \(outcomes[name] ?? -2)")
      }
    }

    @Test func memoryAndQueuesAreSharedWithWriteAlone() async throws {
      let without = try await attempts(Self.shared, allowing: "exec,network")
      let with = try await attempts(Self.shared, allowing: "exec,write")
      for name in Self.shared {
        #expect(without[name] == EPERM, "\(name)")
        #expect(with[name] == 0 || name == "message-queue", "\(name)")
      }
    }

    /// The attempts that a system may refuse to every program: an administrator's choice, or that of a
    /// container or of a folder that the program can't leave (`chroot`), or to all but root, as a process
    /// group may have programs of other users.
    private static let refusable: Set = [
      "advice", "core", "events", "handle", "keys", "namespace-of-a-child", "namespace-of-its-own",
      "nodes", "pages", "priority-of-group", "robust-list",
    ]

    /// The attempts succeed where there is no jail, so that a refusal means something.
    @Test(arguments: reaches + addresses + shared)
    func theAttemptsWorkOutside(_ name: String) async throws {
      let result = try await RunProgram(Products.jailProbe, ["here", name]).result()
      let isRefused = result.errorText.hasSuffix(" \(EPERM)\n")
      if isRefused, Self.refusable.contains(name) {
        try Test.cancel("this system refuses \(name) to every program")
      }
      #expect(!isRefused, "\(result.errorText)")
      if ["limit-of-other", "pair-of-datagrams"].contains(name) {
        #expect(result.errorText == "\(name) 0\n")
      }
    }

    @Test func withoutWriteNoAttributeIsSetByAnyRequest() async throws {
      // Generation, verity, encryption, project, label, a subvolume's flags, trimming; then others.
      let known: [UInt32] = [
        0x4008_7602, 0x4080_6685, 0x800C_6613, 0x401C_5820, 0x4100_9432, 0x4008_941A, 0xC018_5879,
        0x4008_6602, 0x4004_6602, 0x4018_6617, 0xC018_941B,
      ]
      let others = (0..<200).map { UInt32(0x4004_0000) + UInt32($0) * 0x1_0133 }
      let requests = (known + others).map { "0x" + String($0, radix: 16) }
      let outcomes = try await attempts(
        requests.map { "\(world.path("file")):\($0)" }, allowing: "exec,network")
      for request in requests { #expect(outcomes[request] == EPERM, "\(request)") }
    }

    /// With write a file's own attributes are set, and no other request is let through, to whatever it is:
    /// not the one by which a process makes itself a descriptor for page faults.
    @Test func withWriteOnlyListedRequestsAreMade() async throws {
      let path = world.path("file")
      let others = (0..<400).map { UInt32(0x4004_0000) + UInt32($0) * 0x1_0133 }
      let known: [UInt32] = [
        0xAA00, 0x5412, 0x541C, 0x8901, 0x8902, 0x5452, 0x4004_54CA, 0xAE01, 0x5414,
      ]
      let requests = (known + others).map { "0x" + String($0, radix: 16) }
      let outcomes = try await attempts(
        requests.map { "\(path):\($0)" } + ["\(path):flags"], allowing: "exec,network,write")
      for request in requests { #expect(outcomes[request] == EPERM, "\(request)") }
      #expect(outcomes["flags"].map { $0 != EPERM } == true)
    }

    /// All numbers of 16 bits, and as many others as a fuzzer makes up, to what it inherits.
    @Test(arguments: ["exec", "exec,write"])
    func inheritedDescriptorsTakeOnlyListedRequests(_ capabilities: String) async throws {
      let result = try await run([Products.jailProbe, "requests"], allowing: capabilities)
      let said = result.errorText.replacing("shotflow: ", with: "").split(separator: "\n")
      #expect(said.last == "end")
      let listed: Set<Substring> = [
        "0x5401", "0x540f", "0x5411", "0x5413", "0x541b", "0x5421", "0x5429", "0x5450", "0x5451",
        "0x5460", "0x1268",
      ]
      #expect(listed == Set(said.dropLast().filter { $0.count == 6 }))
    }

    @Test(.enabled(if: access("/dev/userfaultfd", R_OK) == 0), arguments: 1...6, ["-", "w", "wn"])
    func noDescriptorForPageFaultsIsMade(version: Int, rights: String) async throws {
      let outside = try await RunProgram(
        Products.jailProbe, ["here", "/dev/userfaultfd:0xaa00"]
      ).result()
      #expect(!outside.errorText.hasSuffix(" \(EPERM)\n"))
      let words = [
        "program", "\(version)", rights, world.path("tmp"), "/dev/userfaultfd:0xaa00",
        "userfaultfd",
      ]
      let result = try await RunProgram(Products.jailProbe, words).result()
      #expect(result.errorText == "outcome 0\n0xaa00 \(EPERM)\nuserfaultfd \(EPERM)\n")
    }

    /// The same by the Landlock of each kernel, which is less than this one's.
    @Test(arguments: 1...6)
    func anyLandlockWillDo(version: Int) async throws {
      let changes = Self.changes.map { "\(world.path("file")):\($0)" }
      for (rights, names) in [
        ("-", Self.reaches + Self.addresses + Self.shared + changes),
        ("w", Self.reaches + Self.addresses), ("n", Self.reaches + Self.shared + changes),
      ] {
        let words = ["program", "\(version)", rights, world.path("tmp")] + names
        let result = try await RunProgram(Products.jailProbe, words).result()
        let lines = result.errorText.split(separator: "\n")
        #expect(lines.first == "outcome 0")
        #expect(lines.count == names.count + 1)
        for line in lines.dropFirst() {
          let error = Int32(line.split(separator: " ")[1]) ?? -1
          #expect([EACCES, EPERM, EXDEV].contains(error), "\(rights) \(line)")
        }
      }
      #expect(try world.directory.text(of: "file") == "whole")
    }

    @Test func withWriteItWrites() async throws {
      let names = ["write", "create", "chmod", "times", "truncate"]
      let outcomes = try await attempts(
        names.map { "\(world.path("file")):\($0)" }, allowing: "exec,write")
      #expect(names.allSatisfy { outcomes[$0] == 0 }, "\(outcomes)")
    }

    /// Files that the kernel makes up, and devices, that the user can open for writing.
    private static let kernelFiles = [
      "/proc/self/oom_score_adj", "/proc/self/clear_refs", "/proc/\(getpid())/oom_score_adj",
      "/proc/\(getpid())/coredump_filter", "/dev/ptmx", "/dev/tty0", "/dev/kmsg",
      "/sys/kernel/mm/ksm/run", "/sys/fs/cgroup/cgroup.procs", "/proc/sys/kernel/domainname",
    ]

    private static let harmlessDevices = ["null", "zero", "full", "random", "urandom"]
      .map { "/dev/\($0)" }

    @Test(arguments: kernelFiles)
    func withWriteItOpensNoFileOfTheKernel(_ path: String) async throws {
      let outside = try await RunProgram(Products.jailProbe, ["here", "\(path):write"]).result()
      if outside.errorText != "write 0\n" {
        try Test.cancel("this system refuses \(path) to every program of this user")
      }
      // Numbers of processes differ in a namespace.
      let outcomes = try await attempts(["\(path):write"], allowing: "exec,network,write")
      #expect([EACCES, EPERM, EROFS, ENOENT].contains(outcomes["write"]), "\(outcomes)")
    }

    /// The same without namespaces, by the Landlock of each kernel.
    @Test(arguments: 1...6, ["w", "wn"])
    func withWriteItWritesToFilesOfUsersAlone(version: Int, rights: String) async throws {
      let closed = Self.kernelFiles.filter { access($0, W_OK) == 0 }
      #expect(closed.count > 2)
      let open = Self.harmlessDevices + [world.path("file")]
      let names = (closed + open).map { "\($0):write" } + ["\(world.path("file")):create"]
      let words = ["program", "\(version)", rights, world.path("tmp")] + names
      let result = try await RunProgram(Products.jailProbe, words).result()
      let outcomes = result.errorText.split(separator: "\n").dropFirst()
        .compactMap { Int32($0.split(separator: " ")[1]) }
      #expect(outcomes.count == names.count)
      for (name, outcome) in zip(names, outcomes) {
        let isClosed = closed.contains { name == "\($0):write" }
        #expect(outcome == (isClosed ? EACCES : 0), "\(name): \(outcome)")
      }
    }

    @Test func withWriteFilesMoveFromFolderToFolder() async throws {
      let name = "shotflow-jail-\(UUID().uuidString)"
      let script = """
        cd '\(world.directory.path)' && mkdir one two && echo x > one/a && ln one/a two/b
        mv one/a two/c && cat two/b two/c >&2
        echo > /dev/shm/\(name) && rm /dev/shm/\(name) && echo shared >&2; cat
        """
      let result = try await run(["sh", "-c", script], allowing: "exec,write")
      #expect(
        result.errorText.replacing("shotflow: ", with: "") == "x\nx\nshared\n",
        "\(result.errorText)")
    }

    /// Landlock lets changes of times and modes pass.
    @Test func inANamespaceNoDeviceGetsAnotherTimeOrMode() async throws {
      let launcher = (Products.shotflow as NSString).deletingLastPathComponent + "/shotflow-exec"
      let way = try await RunProgram(launcher, ["ending"]).result().text
      if way != "namespace\n" { try Test.cancel("this system has no namespace for the user") }
      let outcomes = try await attempts(["/dev/null:times"], allowing: "exec,write")
      #expect(outcomes["times"] == EROFS)
    }

    @Test func itHasAFolderOfItsOwnWhichIsGoneAfterwards() async throws {
      let script = """
        cd "$TMPDIR" && echo x > a && mkdir -p b/c && mv a b/c/d && cat b/c/d >&2
        i=0; while [ $i -lt 600 ]; do mkdir deep && cd deep && i=$((i + 1)); done
        echo deep > file && ln -s / link && echo "$TMPDIR" >&2; echo ignored > /dev/null && cat
        """
      let result = try await run(["sh", "-c", script], allowing: "exec")
      let said = result.errorText.replacing("shotflow: ", with: "").split(separator: "\n")
      #expect(result.status == .exited(0))
      #expect(said.first == "x")
      #expect(said.last?.hasPrefix(world.path("tmp") + "/") == true, "\(said)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("tmp")).isEmpty)
    }

    @Test func whereTheSystemCanNotKeepItInItIsNotStarted() async throws {
      func run(allowing capabilities: String) async throws -> ProgramResult {
        var program = try program(
          ["sh", "-c", "echo started >&2; cat"], allowing: capabilities)
        program.arguments = ["without-landlock", program.executable] + program.arguments
        program.executable = Products.jailProbe
        return try await program.result()
      }
      for capabilities in ["exec", "exec,network"] {
        let result = try await run(allowing: capabilities)
        #expect(result.status == .exited(69))
        #expect(
          result.errorText.hasSuffix(
            "rule.lua:4: exec: this system can't keep \"sh\" from writing files; where you trust it,"
              + " let the rule's wants name write, and grant that\n"), "\(result.errorText)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.path("tmp")).isEmpty)
      }
      let permitted = try await run(allowing: "exec,write")
      #expect(permitted.status == .exited(0))
      #expect(permitted.errorText == "shotflow: started\n")
    }
  }
#endif
