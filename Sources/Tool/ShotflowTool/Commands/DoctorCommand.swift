internal import Sessions

struct DoctorCommand: ToolCommand {
  static let text = CommandText(
    "doctor", "Look for what is missing on this computer.",
    """
    Looks at the system, the decoder and how far it can be closed in, the libraries and \
    programs for pictures and videos, the notifications of the desktop, and the folders for \
    state and cache. Changes nothing. The exit status is 3 if something is amiss.
    """,
    examples: ["shotflow doctor  # Look for what is missing"])

  var json = false
  var notify = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .flag("--json", \.json, "One JSON object a line instead of a table."),
      .flag(
        "--notify", \.notify,
        "Also show a notification on the desktop, and ask whether it was seen."),
    ]
  }

  func run(in tool: Tool) throws {
    var findings = Doctor(tool: tool).findings()
    if notify { findings.append(try trial(in: tool)) }
    if json {
      for finding in findings { tool.output.write(finding.record) }
    } else {
      let table = TextTable(findings.map(\.cells), alignsNumbers: false) { row, column, text in
        column == 0 ? findings[row].grade.shown(text, tool.style) : text
      }
      tool.output.write("\(table)")
    }
    if findings.contains(where: { $0.grade == .problem }) { throw ExitStatus.someFailed }
  }

  private func trial(in tool: Tool) throws -> DoctorFinding {
    try tool.messages().reporting { try NotificationTest(tool: tool).finding() }
  }
}
