internal import ArgumentParser
internal import Pipeline
internal import Platform
internal import Sessions
internal import Terminal

/// The manual pages of a tool, generated from its commands and its tables.
struct ToolManual {
  private let manual: Manual

  /// Generates the pages of a command line with all subcommands, dated `moment`. Throws an error if
  /// the parser's dump of the commands can't be read.
  init(of root: any ParsableCommand.Type, in tool: Tool, at moment: Instant) throws {
    let dump = tool.declaring { () -> String in
      do {
        _ = try root.parseAsRoot(["--experimental-dump-help"])
        return ""
      } catch {
        return root.fullMessage(for: error)
      }
    }
    let described = try CommandDescription(dump: dump)
    let help = CommandDescription(
      words: [tool.name, "help"], abstract: "Explain a command or a topic.",
      arguments: [
        ArgumentDescription(
          names: [], valueName: "command or topic",
          summary: "A command or topic; without it, the commands and topics are listed.",
          isRepeating: true)
      ])
    let commands = described.subcommands.filter { $0.words.last != "help" } + [help]
    var manual = Manual(
      root: CommandDescription(
        words: described.words, abstract: described.abstract, discussion: described.discussion,
        arguments: described.arguments, subcommands: commands),
      date: try DatePattern("%B %e, %Y").text(of: moment, by: ClockOffset(seconds: 0)))
    manual.exitStatuses = ExitStatus.terms(of: tool.name)
    manual.environment = EnvironmentVariable.terms(for: tool)
    manual.files = ToolFiles.terms(folder: tool.folder)
    manual.furtherText[help.words] = [.paragraph("The topics are:"), .terms(HelpTopic.terms)]
    manual.furtherOptions[[tool.name, "find"]] = FindFlag.all(in: tool.components).map { flag in
      ArgumentDescription(
        names: ["--\(flag.name)"], valueName: flag.valueName, summary: flag.summary)
    }
    manual.examples = CommandExamples.all(of: tool.name)
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
