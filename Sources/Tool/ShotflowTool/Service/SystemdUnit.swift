internal import Platform
internal import Sessions
internal import Terminal

/// A service as a unit of the user's systemd, which restricts the program as far as an unprivileged
/// unit can. Settings that drop capabilities are left out: the user has none, and dropping them
/// requires one. The decoder's jail needs Landlock and seccomp, which the list of system calls
/// allows. `/tmp` is the system's own, as it may have a socket of the desktop.
struct SystemdUnit: CustomStringConvertible {
  let plan: ServicePlan

  static func fileName(of name: String) -> String { "\(name).service" }

  /// The exit statuses after which a restart is useless: a wrong command line or rule, another
  /// watcher, a missing permission.
  private static let finalStatuses = "64 65 75 77"

  var description: String {
    let isWatch = plan.schedule == nil
    let verb = isWatch ? "watch" : "run"
    let unit = [
      "[Unit]",
      "Description=\(Self.plain(TerminalText.escaped("\(verb) \(plan.label)")))",
      "Documentation=man:shotflow-\(verb)(1)",
    ]
    let variables = plan.environment.map { "Environment=\(Self.quoted("\($0.name)=\($0.value)"))" }
    let service =
      [
        "",
        "[Service]",
        "Type=\(isWatch ? "notify" : "oneshot")",
        "ExecStart=\(Self.command(plan.command))",
        "WorkingDirectory=\(Self.plain(plan.folder))",
      ] + variables
    let limits = ["MemoryMax=2G"] + borders
    let lines =
      isWatch
      ? unit + ["After=graphical-session.target"] + mounts + [Self.patience] + service + restarts
        + limits + ["", "[Install]", "WantedBy=default.target"]
      : unit + mounts + service + limits
    return lines.joined(separator: "\n") + "\n"
  }

  /// The line by which a library that is missing is waited for, however often.
  private static let patience = "StartLimitIntervalSec=0"

  /// The lines by which a watch is started again after a failure.
  private var restarts: [String] {
    [
      "TimeoutStartSec=15min",
      "WatchdogSec=\(plan.acts ? "6h" : "10min")",
      "Restart=on-failure",
      "RestartSec=10s",
      "RestartPreventExitStatus=\(Self.finalStatuses)",
    ]
  }

  /// The lines `RequiresMountsFor=`, so that systemd mounts the libraries' disks before the start.
  private var mounts: [String] {
    plan.libraries.filter { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
      .map { "RequiresMountsFor=\(Self.quoted($0))" }
  }

  private var borders: [String] {
    guard plan.freedom != .open else {
      return ["# The rule starts programs that may write anywhere, so the service is not shut in."]
    }
    let families =
      plan.freedom == .online ? "AF_UNIX AF_INET AF_INET6 AF_NETLINK" : "AF_UNIX"
    return [
      "NoNewPrivileges=yes",
      "ProtectSystem=strict",
      // A minus sign allows folders that are missing when the service starts, as on an absent disk.
      "ReadWritePaths=\(plan.writtenFolders.map { Self.quoted("-\($0)") }.joined(separator: " "))",
      "RestrictAddressFamilies=\(families)",
      "RestrictNamespaces=yes",
      "RestrictRealtime=yes",
      "RestrictSUIDSGID=yes",
      "LockPersonality=yes",
      "SystemCallArchitectures=native",
      "SystemCallFilter=@system-service landlock_create_ruleset landlock_add_rule"
        + " landlock_restrict_self seccomp",
      "SystemCallErrorNumber=EPERM",
    ]
  }

  /// Returns arguments that systemd passes on unchanged (systemd.service(5), *Command lines*).
  private static func command(_ words: [String]) -> String {
    // In the path of the program a dollar sign is literal.
    (words.prefix(1).map(quoted)
      + words.dropFirst().map { quoted($0).escaping(["$": "$$"]) })
      .joined(separator: " ")
  }

  /// Returns an argument in quotes (systemd.syntax(7)), with `%` doubled, as it begins a specifier.
  private static func quoted(_ word: String) -> String {
    var text = "\""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "%": text += "%%"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\u{1}"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\x\(digits.count < 2 ? "0" : "")\(digits)"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// Returns a value of a setting that is no list of arguments, with percent signs escaped.
  static func plain(_ text: String) -> String { text.escaping(["%": "%%"]) }
}
