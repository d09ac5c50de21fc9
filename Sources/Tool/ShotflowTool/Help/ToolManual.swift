internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// The manual pages of a tool, generated from its commands and its tables.
struct ToolManual {
  private let manual: Manual

  /// Generates the pages of all commands, dated `moment`.
  init(in tool: Tool, at moment: Instant) throws {
    var manual = Manual(
      of: .root, in: tool,
      date: try DatePattern("%B %e, %Y").text(of: moment, by: ClockOffset(seconds: 0)))
    manual.exitStatuses = ExitStatus.terms(of: tool.name)
    manual.environment = EnvironmentVariable.terms(for: tool)
    manual.files = ToolFiles.terms(folder: tool.folder)
    manual.furtherText[[tool.name, HelpCommand.text.name]] = [
      .paragraph("The topics are:"), .terms(HelpTopic.terms),
    ]
    self.manual = manual
  }

  /// Writes each page to a file of the folder, which is created if missing. Throws
  /// ``OutputProblem`` if one can't be written.
  func write(to folder: String) throws {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw Self.problem(with: folder) }
    for page in manual.pages {
      let path = "\(folder)/\(page.fileName)"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw Self.problem(with: path) }
      defer { close(descriptor) }
      let bytes = Array(page.text.utf8)
      guard Platform.write(descriptor, bytes, bytes.count) == bytes.count else {
        throw Self.problem(with: path)
      }
    }
  }

  private static func problem(with path: String) -> OutputProblem {
    .notWritable("can't write \"\(path)\": \(String(cString: strerror(errno)).lowercased())")
  }
}
