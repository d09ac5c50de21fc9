#if os(Linux)
  import Foundation
  import ProgramSupport
  import TestSupport
  import Testing

  /// `shotflow service`, with programs in place of systemctl and journalctl that note how they were
  /// called.
  @Suite struct ServiceTests {
    let world: ProgramWorld

    init() throws {
      world = try ProgramWorld()
      for name in ["systemctl", "journalctl"] { try fake(name) }
    }

    func fake(_ name: String, status: Int = 0) throws {
      let path = try world.directory.write(
        """
        #!/bin/sh
        echo "\(name) $*" >> '\(world.path("calls"))'
        echo "output of \(name)"
        exit \(status)
        """, to: "bin/\(name)")
      chmod(path, 0o755)
    }

    func service(
      _ words: String..., path: String? = nil, terminal: Terminal? = nil
    ) -> RunProgram {
      var program = world.program(["service"] + words, terminal: terminal)
      program.environment["PATH"] = path ?? "\(world.path("bin")):/usr/bin:/bin"
      return program
    }

    private var resolvedLibrary: String {
      get throws { URL(fileURLWithPath: world.library).resolvingSymlinksInPath().path }
    }

    var unit: String { "config/systemd/user/shotflow-rule.service" }

    func calls() throws -> [String] {
      (try? world.directory.text(of: "calls"))?.split(separator: "\n").map(String.init) ?? []
    }

    @Test func installsAUnitAndStartsIt() async throws {
      _ = try world.libraryRule()
      let result = try await service("install", "rule.lua", "--library", "pictures").result()
      #expect(result.status == .exited(0))
      #expect(
        try calls() == [
          "systemctl --user daemon-reload",
          "systemctl --user enable --now shotflow-rule.service",
        ])
      let text = try world.directory.text(of: unit)
      let program = URL(fileURLWithPath: Products.shotflow).resolvingSymlinksInPath().path
      #expect(
        text.contains(
          "\nExecStart=\"\(program)\" \"watch\" \"rule.lua\" \"--library\" \"pictures\"\n")
      )
      #expect(text.contains("\nRequiresMountsFor=\"\(try resolvedLibrary)\"\n"))
      #expect(text.contains("\nType=notify\n"))
      #expect(text.contains("\nRestartPreventExitStatus=64 65 75 77\n"))
      #expect(text.contains("\nEnvironment=\"XDG_STATE_HOME=\(world.path("state"))\"\n"))
      // What the watch keeps has to be there when its folders are shut off.
      #expect(FileManager.default.fileExists(atPath: world.path("state/shotflow")))
      let files = try FileManager.default.contentsOfDirectory(
        atPath: world.path("config/systemd/user"))
      #expect(files == ["shotflow-rule.service"])
    }

    @Test func aServiceOfTheSameRulesIsReplacedAndStartedAgain() async throws {
      _ = try world.libraryRule()
      _ = try await service("install", "rule.lua", "--library", "pictures").result()
      let again = try await service(
        "install", "rule.lua", "--library", "pictures", "--max-watches", "7"
      ).result()
      #expect(again.status == .exited(0))
      #expect(try calls().last == "systemctl --user restart shotflow-rule.service")
      #expect(try world.directory.text(of: unit).contains("\"--max-watches\" \"7\"\n"))
    }

    @Test func aDryRunPrintsTheUnitAndWritesNothing() async throws {
      _ = try world.libraryRule()
      let result = try await service(
        "install", "rule.lua", "--library", "pictures", "--dry-run"
      ).result()
      #expect(result.status == .exited(0))
      #expect(result.text.hasPrefix("[Unit]\n"))
      #expect(!result.text.contains("--dry-run"))
      #expect(try calls() == [])
      #expect(!FileManager.default.fileExists(atPath: world.path("config")))
    }

    @Test func severalRulesAreOneService() async throws {
      _ = try world.libraryRule()
      _ = try world.libraryRule(named: "my backup.lua")
      let result = try await service(
        "install", "rule.lua", "./my backup.lua", "--library", "pictures"
      ).result()
      #expect(result.status == .exited(0))
      #expect(
        FileManager.default.fileExists(
          atPath: world.path("config/systemd/user/shotflow-rule-my-backup.service")))
    }

    @Test(.needs(.executable("/usr/bin/systemd-analyze"))) func systemdTakesTheUnit() async throws {
      let folder = try world.directory.makeFolder("100% of $HOME")
      _ = try world.rule(
        """
        local o = options { word = { "x", "a word" } }
        return pipeline {
          wants = { write = "to sort" }, source {}, filter { filename = has(o.word) },
          move { to = "/srv/a \\"b\\"/{filename}" },
        }
        """)
      let result = try await service(
        "install", "rule.lua", "--library", "pictures", "--out", folder, "--word", "a\n\\ '$x' ;",
        "--dry-run"
      ).result()
      #expect(result.status == .exited(0))
      #expect(result.text.contains("\"a\\n\\\\ '$$x' ;\""))
      #expect(result.text.contains("100%% of $$HOME\""))
      let written = try #require(
        result.text.split(separator: "\n").first { $0.hasPrefix("ReadWritePaths=") })
      for path in ["/srv/a \\\"b\\\"", world.path("100%% of $HOME"), world.library] {
        #expect(written.contains("\"-\(path)\""))
      }
      let unit = try world.directory.write(result.text, to: "shotflow-rule.service")
      let verdict = try await RunProgram(
        "/usr/bin/systemd-analyze", ["--user", "verify", "--man=no", unit],
        environment: ["XDG_RUNTIME_DIR": world.path("pictures")]
      ).result()
      #expect(!verdict.errorText.contains("shotflow-rule.service"), "\(verdict.errorText)")
    }

    @Test func withoutSystemctlTheUnitIsThereAllTheSame() async throws {
      _ = try world.libraryRule()
      let missing = try await service(
        "install", "rule.lua", "--library", "pictures", path: world.path("pictures")
      ).result()
      #expect(missing.status == .exited(69))
      #expect(missing.errorText.contains("there is no systemctl"))
      #expect(FileManager.default.fileExists(atPath: world.path(unit)))
      try fake("systemctl", status: 1)
      let failing = try await service("install", "rule.lua", "--library", "pictures").result()
      #expect(failing.status == .exited(69))
      #expect(failing.errorText.contains("systemctl --user enable --now shotflow-rule.service"))
    }

    @Test func permissionIsAskedForAtInstall() async throws {
      _ = try world.rule(
        """
        return pipeline {
          wants = { write = "to sort" }, source {}, move { to = "sorted/" },
        }
        """)
      let silent = try await service("install", "rule.lua", "--library", "pictures").result()
      #expect(silent.status == .exited(77))
      #expect(!FileManager.default.fileExists(atPath: world.path(unit)))
      #expect(try calls() == [])
      let granted = try await world.run("auth", "grant", "rule.lua", "--allow", "write")
      #expect(granted.status == .exited(0))
      let result = try await service("install", "rule.lua", "--library", "pictures").result()
      #expect(result.status == .exited(0))
    }

    @Test(arguments: [
      (["-"], "in a file"), (["rule.lua", "--now", "-1h"], "--now"),
      (["rule.lua", "--out-fd", "3"], "descriptors"),
      (["rule.lua", "--notifier", "terminal"], "no terminal"),
      (["nowhere"], "no rule is called"),
    ])
    func refusesWhatAServiceCannotDo(words: [String], reason: String) async throws {
      _ = try world.libraryRule()
      var program = service("install")
      program.arguments += words + ["--library", "pictures"]
      let result = try await program.result()
      #expect(result.status == .exited(64))
      #expect(result.errorText.contains(reason), "\(result.errorText)")
      #expect(try calls() == [])
    }

    @Test func statusAndLogsAreThoseOfTheSystem() async throws {
      _ = try world.libraryRule()
      let none = try await service("status").result()
      #expect(none.status == .exited(0) && none.errorText.contains("no service is installed"))
      _ = try await service("install", "rule.lua", "--library", "pictures").result()
      let status = try await service("status").result()
      #expect(status.status == .exited(0) && status.text == "output of systemctl\n")
      let logs = try await service("logs", "rule", "--follow").result()
      #expect(logs.text == "output of journalctl\n")
      #expect(
        try calls().suffix(2) == [
          "systemctl --user --no-pager status shotflow-rule.service",
          "journalctl --user -u shotflow-rule.service -f",
        ])
      let other = try await service("logs", "other").result()
      #expect(other.status == .exited(64) && other.errorText.contains("there are shotflow-rule"))
    }

    @Test func removeEndsItAndTakesTheUnitAway() async throws {
      _ = try world.libraryRule()
      _ = try await service("install", "rule.lua", "--library", "pictures").result()
      let result = try await service("remove", "rule.lua").result()
      #expect(result.status == .exited(0))
      #expect(
        try calls().suffix(2) == [
          "systemctl --user disable --now shotflow-rule.service", "systemctl --user daemon-reload",
        ])
      #expect(!FileManager.default.fileExists(atPath: world.path(unit)))
      #expect(try await service("remove", "rule.lua").result().status == .exited(64))
    }
  }
#endif
