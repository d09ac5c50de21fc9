#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What a program that a rule starts can do besides reading, with what was granted.
  @Suite struct ProgramJailTests {
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

    /// What a program could do: each attempt with 0, or the error.
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

    @Test func withWriteItWrites() async throws {
      let names = ["write", "create", "chmod", "times", "truncate"]
      let outcomes = try await attempts(
        names.map { "\(world.path("file")):\($0)" }, allowing: "exec,write")
      #expect(names.allSatisfy { outcomes[$0] == 0 }, "\(outcomes)")
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
