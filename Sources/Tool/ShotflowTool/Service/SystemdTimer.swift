internal import Terminal

/// The timer that starts a service with a schedule (systemd.timer(5)). What was due while the
/// computer was off, or the user logged out, is done at the next start.
struct SystemdTimer: CustomStringConvertible {
  private let plan: ServicePlan
  private let schedule: ServiceSchedule

  init(_ plan: ServicePlan, at schedule: ServiceSchedule) {
    self.plan = plan
    self.schedule = schedule
  }

  static func fileName(of name: String) -> String { "\(name).timer" }

  var description: String {
    let title = TerminalText.escaped("run \(plan.label) at \(schedule.text)")
    let lines =
      [
        "[Unit]",
        "Description=\(SystemdUnit.plain(title))",
        "",
        "[Timer]",
      ] + schedule.calendarEvents.map { "OnCalendar=\($0)" } + [
        "Persistent=true",
        "",
        "[Install]",
        "WantedBy=timers.target",
        "",
      ]
    return lines.joined(separator: "\n")
  }
}

/// The last and the next run of a service with a timer, as systemd knows them.
struct TimerReport: CustomStringConvertible {
  private let name: String
  private let timer: [String: String]
  private let service: [String: String]

  /// - Parameters:
  ///   - name: The name of both units without their suffixes.
  ///   - show: Returns the output of `systemctl show` for a unit and some of its properties.
  init(of name: String, show: (_ unit: String, _ properties: String) -> String?) {
    self.name = name
    timer = Self.values(
      show(
        SystemdTimer.fileName(of: name), "ActiveState,NextElapseUSecRealtime,LastTriggerUSec"))
    service = Self.values(
      show(
        SystemdUnit.fileName(of: name), "ActiveState,Result,ExecMainStatus,ExecMainExitTimestamp"))
  }

  private static func values(_ text: String?) -> [String: String] {
    var values: [String: String] = [:]
    for line in text?.split(whereSeparator: \.isNewline) ?? [] {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      // A moment that never was is shown as nothing, n/a or 0, by the release.
      if parts.count == 2, !["n/a", "0"].contains(parts[1]) || parts[0] == "ExecMainStatus" {
        values[parts[0]] = parts[1]
      }
    }
    return values
  }

  var description: String { "\(name): \(last); \(next)\n" }

  private var last: String {
    if ["activating", "active"].contains(service["ActiveState"]) { return "runs now" }
    guard let moment = timer["LastTriggerUSec"] ?? service["ExecMainExitTimestamp"] else {
      return "did not run yet"
    }
    // After a start of the computer the result is not known any more.
    guard service["ExecMainExitTimestamp"] != nil else { return "ran last on \(moment)" }
    let status = service["ExecMainStatus"] ?? "0"
    let result =
      switch service["Result"] {
      case "success": "all went well"
      case "exit-code": "it ended with status \(status)"
      case let other: "it failed (\(other ?? "unknown"))"
      }
    return "ran last on \(moment), and \(result)"
  }

  private var next: String {
    guard timer["ActiveState"] == "active" else {
      return "does not run again, as its timer is not started: systemctl --user enable --now "
        + SystemdTimer.fileName(of: name)
    }
    return timer["NextElapseUSecRealtime"].map { "runs next on \($0)" } ?? "has no next time"
  }
}
