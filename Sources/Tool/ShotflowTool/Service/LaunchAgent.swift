internal import Platform

/// A service as a job of macOS's launchd (launchd.plist(5)).
struct LaunchAgent: CustomStringConvertible {
  let plan: ServicePlan

  static func fileName(of name: String) -> String { "\(name).plist" }

  var description: String {
    let words = plan.command.map { "    <string>\(Self.escaped($0))</string>\n" }.joined()
    let variables = plan.environment.map { variable in
      "    <key>\(variable.name)</key>\n    <string>\(Self.escaped(variable.value))</string>\n"
    }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>Label</key>
        <string>\(Self.escaped(plan.name))</string>
        <key>ProgramArguments</key>
        <array>
      \(words)  </array>
        <key>WorkingDirectory</key>
        <string>\(Self.escaped(plan.folder))</string>
        <key>EnvironmentVariables</key>
        <dict>
      \(variables)  </dict>
      \(start)  <key>ProcessType</key>
        <string>Background</string>
      </dict>
      </plist>

      """
  }

  /// The keys that say when launchd starts the program.
  private var start: String {
    guard let schedule = plan.schedule else {
      return """
          <key>RunAtLoad</key>
          <true/>
          <key>KeepAlive</key>
          <dict>
            <key>SuccessfulExit</key>
            <false/>
          </dict>
          <key>ThrottleInterval</key>
          <integer>10</integer>

        """
    }
    let moments = schedule.calendarIntervals.map { moment in
      let keys = moment.map { "<key>\($0.key)</key><integer>\($0.value)</integer>" }
      return "    <dict>\(keys.joined())</dict>\n"
    }
    return "  <key>StartCalendarInterval</key>\n  <array>\n\(moments.joined())  </array>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
  }
}
