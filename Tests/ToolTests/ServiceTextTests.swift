import Foundation
import Testing

@testable import Sessions
@testable import ShotflowTool

/// The texts of units and agents, whole.
@Suite struct ServiceTextTests {
  private func plan(_ freedom: ServicePlan.Sandboxing) -> ServicePlan {
    ServicePlan(
      name: "shotflow-recent", label: "recent",
      command: ["/usr/bin/shotflow", "watch", "recent", "--library", "/home/a b"],
      folder: "/home/a b", environment: [("PATH", "/usr/bin:/bin")],
      libraries: ["/home/a b", "/media/100% \"x\"", "/media/a\nb"],
      writtenFolders: ["/home/a b/.local/state/shotflow", "/tmp"], freedom: freedom,
      acts: freedom != .closed)
  }

  @Test func aUnitIsShutIn() {
    #expect(
      "\(SystemdUnit(plan: plan(.closed)))" == """
        [Unit]
        Description=watch recent
        Documentation=man:shotflow-watch(1)
        After=graphical-session.target
        RequiresMountsFor="/home/a b"
        RequiresMountsFor="/media/100%% \\"x\\""
        StartLimitIntervalSec=0

        [Service]
        Type=notify
        ExecStart="/usr/bin/shotflow" "watch" "recent" "--library" "/home/a b"
        WorkingDirectory=/home/a b
        Environment="PATH=/usr/bin:/bin"
        TimeoutStartSec=15min
        WatchdogSec=10min
        Restart=on-failure
        RestartSec=10s
        RestartPreventExitStatus=64 65 75 77
        MemoryMax=2G
        NoNewPrivileges=yes
        ProtectSystem=strict
        ReadWritePaths="-/home/a b/.local/state/shotflow" "-/tmp"
        RestrictAddressFamilies=AF_UNIX
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        LockPersonality=yes
        SystemCallArchitectures=native
        SystemCallFilter=@system-service landlock_create_ruleset landlock_add_rule \
        landlock_restrict_self seccomp
        SystemCallErrorNumber=EPERM

        [Install]
        WantedBy=default.target

        """)
  }

  private func timed(_ moment: String) throws -> (plan: ServicePlan, schedule: ServiceSchedule) {
    var plan = plan(.closed)
    let schedule = try ServiceSchedule(moment)
    plan.schedule = schedule
    return (plan, schedule)
  }

  @Test func aServiceWithAScheduleRunsAndEnds() throws {
    let (plan, schedule) = try timed("mon,fri 20:00")
    #expect(
      "\(SystemdUnit(plan: plan))".hasPrefix(
        """
        [Unit]
        Description=run recent
        Documentation=man:shotflow-run(1)
        RequiresMountsFor="/home/a b"
        RequiresMountsFor="/media/100%% \\"x\\""

        [Service]
        Type=oneshot
        ExecStart=
        """))
    // The timer alone starts it, and nothing starts it again.
    let text = "\(SystemdUnit(plan: plan))"
    for word in ["Restart", "Watchdog", "[Install]"] { #expect(!text.contains(word)) }
    #expect(text.contains("\nProtectSystem=strict\n"))
    #expect(
      "\(SystemdTimer(plan, at: schedule))" == """
        [Unit]
        Description=run recent at mon,fri 20:00

        [Timer]
        OnCalendar=Mon,Fri *-*-* 20:00:00
        Persistent=true

        [Install]
        WantedBy=timers.target

        """)
  }

  @Test(arguments: [
    ("20:00", ["*-*-* 20:00:00"]), ("8:05", ["*-*-* 08:05:00"]),
    ("8:00,20:00", ["*-*-* 08:00:00", "*-*-* 20:00:00"]),
    ("Monday 7:30", ["Mon *-*-* 07:30:00"]), ("mon..fri 0:00", ["Mon..Fri *-*-* 00:00:00"]),
    ("sat-mon 23:59", ["Sat..Sun,Mon *-*-* 23:59:00"]),
  ])
  func aScheduleIsATimeAndPerhapsDays(text: String, events: [String]) throws {
    #expect(try ServiceSchedule(text).calendarEvents == events)
  }

  @Test(arguments: [
    ("20:00", ["0 20 * * *"]), ("8:05,20:05", ["5 8,20 * * *"]),
    ("mon,fri 8:00,8:30", ["0 8 * * 1,5", "30 8 * * 1,5"]), ("sat-mon 0:00", ["0 0 * * 6-7,1"]),
  ])
  func aScheduleIsOneOfCronToo(text: String, times: [String]) throws {
    let (made, schedule) = try timed(text)
    var plan = made
    #expect(schedule.cronTimes == times)
    plan.command = ["/usr/bin/shotflow", "run", "rename", "--to", "{localDate:%F}"]
    let line =
      "cd '/home/a b' && /usr/bin/shotflow run rename --to '{localDate:\\%F}' > /dev/null\n"
    #expect(plan.cronLines == times.map { "\($0) \(line)" }.joined())
    #expect(self.plan(.closed).cronLines.isEmpty)
  }

  @Test(arguments: [
    "", "20", "24:00", "8:00..20:00", "mon", "20:00 mon", "mon, fri 20:00", "someday 20:00",
  ])
  func whatIsNoTimeIsRefused(text: String) {
    #expect(throws: UsageProblem.self) { try ServiceSchedule(text) }
  }

  @Test func anAgentHasTheMomentsOfItsSchedule() throws {
    let everyDay = "\(LaunchAgent(plan: try timed("20:05").plan))"
    let moment = "<key>Hour</key><integer>20</integer><key>Minute</key><integer>5</integer>"
    #expect(
      everyDay.contains(
        "  <key>StartCalendarInterval</key>\n  <array>\n    <dict>\(moment)</dict>\n"
          + "  </array>\n  <key>ProcessType</key>\n"))
    #expect(!everyDay.contains("RunAtLoad") && !everyDay.contains("KeepAlive"))
    let weekend = "\(LaunchAgent(plan: try timed("sat..sun 20:05").plan))"
    for day in [6, 7] {
      let key = "<key>Weekday</key><integer>\(day)</integer>"
      #expect(weekend.contains("<dict>\(key)\(moment)</dict>"))
    }
    #expect("\(LaunchAgent(plan: plan(.closed)))".contains("  <key>RunAtLoad</key>\n  <true/>\n"))
  }

  @Test func programsThatMayWriteAnywhereAreNotShutIn() {
    let text = "\(SystemdUnit(plan: plan(.open)))"
    #expect(!text.contains("ProtectSystem") && !text.contains("SystemCallFilter"))
    #expect(text.contains("MemoryMax=") && text.contains("WatchdogSec=6h"))
    #expect("\(SystemdUnit(plan: plan(.online)))".contains("AF_UNIX AF_INET AF_INET6"))
  }

  @Test func anAgentHasTheSameWords() {
    let text = "\(LaunchAgent(plan: plan(.closed)))"
    #expect(text.contains("    <string>--library</string>\n    <string>/home/a b</string>\n"))
    #expect(text.contains("<key>WorkingDirectory</key>\n  <string>/home/a b</string>\n"))
  }

  @Test func namesHaveOnlyLettersThatAUnitMayHave() {
    #expect(
      ServicePlan.name(of: ["recent", "/a/my rule é.lua"], toolName: "shotflow")
        == "shotflow-recent-my-rule--")
  }
}
