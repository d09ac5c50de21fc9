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
      "\(SystemdUnit(plan(.closed)))" == """
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

  @Test func programsThatMayWriteAnywhereAreNotShutIn() {
    let text = "\(SystemdUnit(plan(.open)))"
    #expect(!text.contains("ProtectSystem") && !text.contains("SystemCallFilter"))
    #expect(text.contains("MemoryMax=") && text.contains("WatchdogSec=6h"))
    #expect("\(SystemdUnit(plan(.online)))".contains("AF_UNIX AF_INET AF_INET6"))
  }

  @Test func anAgentHasTheSameWords() {
    let text = "\(LaunchAgent(plan(.closed)))"
    #expect(text.contains("    <string>--library</string>\n    <string>/home/a b</string>\n"))
    #expect(text.contains("<key>WorkingDirectory</key>\n  <string>/home/a b</string>\n"))
  }

  @Test func namesHaveOnlyLettersThatAUnitMayHave() {
    #expect(
      ServicePlan.name(of: ["recent", "/a/my rule é.lua"], toolName: "shotflow")
        == "shotflow-recent-my-rule--")
  }
}
