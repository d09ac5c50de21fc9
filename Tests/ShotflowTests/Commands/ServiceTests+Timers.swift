#if os(Linux)
  import Foundation
  import ProgramSupport
  import TestSupport
  import Testing

  /// Services that run a rule at a time.
  extension ServiceTests {
    private var timer: String { "config/systemd/user/shotflow-rule.timer" }

    private func install(_ words: String...) -> RunProgram {
      var program = service("install", "rule.lua", "--library", "pictures")
      program.arguments += words
      return program
    }

    private func exists(_ path: String) -> Bool {
      FileManager.default.fileExists(atPath: world.path(path))
    }

    @Test func atATimeItIsATimerThatRunsTheRule() async throws {
      _ = try world.libraryRule()
      let result = try await install("--at", "mon,fri 20:00").result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(
        try calls() == [
          "systemctl --user daemon-reload",
          "systemctl --user enable --now shotflow-rule.timer",
        ])
      let message = "shotflow-rule.timer is installed and runs at mon,fri 20:00;"
      #expect(result.errorText.contains(message))
      let text = try world.directory.text(of: unit)
      #expect(text.contains("\" \"run\" \"rule.lua\" \"--library\" \"pictures\"\n"))
      let lines = try world.directory.text(of: timer).split(separator: "\n")
      #expect(lines.contains("OnCalendar=Mon,Fri *-*-* 20:00:00"))
    }

    @Test func aRuleThatNamesFilesAndOptionsKeepsThem() async throws {
      let sorted = world.path("sorted")
      let result = try await service(
        "install", "organise", "pictures", "--at=8:30", "--to", sorted, "--dry-run"
      ).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      let words = ["run", "organise", "pictures", "--to", sorted].map { "\"\($0)\"" }
      #expect(result.text.contains("\" \(words.joined(separator: " "))\n"))
      let written = result.text.split(separator: "\n").first { $0.hasPrefix("ReadWritePaths=") }
      #expect(written?.contains("\"-\(sorted)") == true)
      #expect(result.text.contains("\n# shotflow-organise.timer\n[Unit]\n"))
      #expect(!exists("config"))
    }

    /// A service may write to the folders that are there when it starts.
    @Test func theFolderThatGetsTheFilesIsMade() async throws {
      let result = try await service(
        "install", "organise", "pictures", "--at", "8:30", "--to", world.path("sorted")
      ).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      #expect(exists("sorted"))
    }

    @Test func anImportIntoTheLibraryEveryEvening() async throws {
      try world.directory.makeFolder("card")
      let result = try await service(
        "install", "import", world.path("card"), "--library", "pictures", "--at", "20:00",
        "--backup", world.path("backup"), "--dry-run"
      ).result()
      #expect(result.status == .exited(0), "\(result.errorText)")
      let written = result.text.split(separator: "\n").first { $0.hasPrefix("ReadWritePaths=") }
      for folder in ["pictures", "backup"] {
        #expect(written?.contains("\"-\(world.path(folder))\"") == true, "\(result.text)")
      }
    }

    /// Without a source it waits for cards, which have no time of the day.
    @Test func anImportWithoutASourceIsAWatch() async throws {
      let watch = try await service(
        "install", "import", "--library", "pictures", "--dry-run"
      ).result()
      #expect(watch.status == .exited(0), "\(watch.errorText)")
      #expect(watch.text.contains("\" \"watch\" \"import\" \"--library\" \"pictures\"\n"))
      #expect(watch.text.contains("\"-\(world.path("pictures"))\""))
      let timer = try await service(
        "install", "import", "--library", "pictures", "--at", "20:00"
      ).result()
      #expect(timer.status != .exited(0))
      #expect(timer.errorText.contains("nothing is named to import from"))
    }

    @Test func aWatchBecomesATimerAndAWatchAgain() async throws {
      _ = try world.libraryRule()
      _ = try await install().result()
      _ = try await install("--at", "20:00").result()
      #expect(
        try calls().dropFirst(2) == [
          "systemctl --user disable --now shotflow-rule.service",
          "systemctl --user daemon-reload",
          "systemctl --user enable --now shotflow-rule.timer",
          "systemctl --user restart shotflow-rule.timer",
        ])
      #expect(exists(timer))
      _ = try await install().result()
      let end = "systemctl --user disable --now shotflow-rule.timer"
      #expect(try calls().dropFirst(6).first == end)
      #expect(!exists(timer))
      #expect(try world.directory.text(of: unit).contains("\nType=notify\n"))
    }

    @Test func withoutSystemdCronsLineIsGivenAndRemoveEndsWell() async throws {
      _ = try world.libraryRule()
      try fake("systemctl", status: 1)
      let failing = try await install("--at", "mon,fri 20:00").result()
      #expect(failing.status == .exited(69))
      let remedy = "systemctl --user enable --now shotflow-rule.timer; or add this by crontab -e:\n"
      #expect(failing.errorText.hasSuffix(remedy), "\(failing.errorText)")
      #expect(failing.lines.count == 1)
      #expect(failing.text.hasPrefix("0 20 * * 1,5 cd /"), "\(failing.text)")
      #expect(failing.text.hasSuffix(" run rule.lua --library pictures > /dev/null\n"))
      let removed = try await service("remove", "rule.lua").result()
      #expect(removed.status == .exited(0))
      #expect(removed.errorText.contains("systemctl could not end the service"))
      #expect(!exists(timer) && !exists(unit))
    }

    @Test func removeTakesTheTimerAway() async throws {
      _ = try world.libraryRule()
      _ = try await install("--at", "20:00").result()
      let result = try await service("remove", "rule.lua").result()
      #expect(result.status == .exited(0))
      #expect(
        try calls().suffix(2) == [
          "systemctl --user disable --now shotflow-rule.timer", "systemctl --user daemon-reload",
        ])
      #expect(!exists(timer) && !exists(unit))
    }

    /// Replaces systemctl by one that knows these units.
    private func fakeUnits(timer: String, service: String) throws {
      let path = try world.directory.write(
        """
        #!/bin/sh
        case "$*" in
        *" show "*.timer) printf '\(timer)' ;;
        *" show "*.service) printf '\(service)' ;;
        *) echo "systemctl $*" ;;
        esac
        """, to: "bin/systemctl")
      chmod(path, 0o755)
    }

    @Test func statusSaysWhenItRanWithWhatResultAndWhenItRunsNext() async throws {
      _ = try world.libraryRule()
      _ = try world.libraryRule(named: "other.lua")
      _ = try await install("--at", "20:00").result()
      let next = "ActiveState=active\\nNextElapseUSecRealtime=Sun 20:00\\n"
      func status() async throws -> String { try await service("status").result().text }
      try fakeUnits(timer: "\(next)LastTriggerUSec=n/a\\n", service: "ActiveState=inactive\\n")
      #expect(try await status() == "shotflow-rule: did not run yet; runs next on Sun 20:00\n")
      let last = "\(next)LastTriggerUSec=Sat 20:00\\n"
      let ended = "ActiveState=inactive\\nExecMainExitTimestamp=Sat 20:01\\n"
      try fakeUnits(timer: last, service: "\(ended)Result=success\\nExecMainStatus=0\\n")
      #expect(
        try await status()
          == "shotflow-rule: ran last on Sat 20:00, and all went well; runs next on Sun 20:00\n")
      try fakeUnits(timer: last, service: "\(ended)Result=exit-code\\nExecMainStatus=3\\n")
      #expect(try await status().contains("ran last on Sat 20:00, and it ended with status 3;"))
      try fakeUnits(timer: last, service: "ActiveState=activating\\n")
      #expect(try await status().contains("shotflow-rule: runs now; runs next on Sun 20:00\n"))
      try fakeUnits(timer: "ActiveState=inactive\\n", service: "")
      #expect(
        try await status().contains(
          "does not run again, as its timer is not started:"
            + " systemctl --user enable --now shotflow-rule.timer"))
      // A watch beside it is shown by systemctl.
      _ = try await service("install", "other.lua", "--library", "pictures").result()
      let both = try await status()
      #expect(both.hasPrefix("shotflow-rule: "))
      #expect(both.hasSuffix("\nsystemctl --user --no-pager status shotflow-other.service\n"))
    }

    @Test(.needs(.executable("/usr/bin/systemd-analyze")))
    func systemdTakesTheTimerAndItsService() async throws {
      _ = try world.libraryRule()
      _ = try await install("--at", "sat-mon 8:00,20:00").result()
      let verdict = try await RunProgram(
        "/usr/bin/systemd-analyze",
        ["--user", "verify", "--man=no", world.path(unit), world.path(timer)],
        environment: ["XDG_RUNTIME_DIR": world.path("pictures")]
      ).result()
      #expect(!verdict.errorText.contains("shotflow-rule"), "\(verdict.errorText)")
      let events = try world.directory.text(of: timer).split(separator: "\n")
        .filter { $0.hasPrefix("OnCalendar=") }.map { String($0.dropFirst("OnCalendar=".count)) }
      #expect(events.count == 2)
      let calendar = try await RunProgram(
        "/usr/bin/systemd-analyze", ["calendar"] + events
      ).result()
      #expect(calendar.status == .exited(0))
      #expect(calendar.text.contains("Mon,Sat,Sun *-*-* 08:00:00"), "\(calendar.text)")
    }

    @Test(arguments: [
      (["rule.lua", "--at", "8"], "--at takes a time"),
      (["rule.lua", "--at", "8:00", "--max-watches", "3"], "watches nothing"),
      (["input.lua", "--at", "8:00"], "standard input"),
    ])
    func refusesWhatATimerCannotDo(words: [String], reason: String) async throws {
      _ = try world.libraryRule()
      _ = try world.inputRule(named: "input.lua")
      var program = service("install")
      program.arguments += words + (words[0] == "rule.lua" ? ["--library", "pictures"] : [])
      let result = try await program.result()
      #expect(result.status == .exited(64))
      #expect(result.errorText.contains(reason), "\(result.errorText)")
      #expect(try calls() == [] && !exists(unit))
    }
  }
#endif
