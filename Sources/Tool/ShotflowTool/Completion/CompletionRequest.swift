internal import Platform
internal import Sessions
internal import Terminal

/// A request of a shell's completion script, answered on standard output in time or not at all. No
/// message or question is shown: standard error and input are `/dev/null`.
struct CompletionRequest {
  private let tool: Tool
  private let milliseconds: Int

  init(in tool: Tool) {
    self.tool = tool
    milliseconds =
      Environment["SHOTFLOW_TAB_TIME"].flatMap { Int($0) }.map { max(1, min($0, 600_000)) }
      ?? Self.usualMilliseconds
  }

  /// The time for an answer in milliseconds, unless an environment variable sets another.
  private static let usualMilliseconds = 80

  /// Answers the arguments after `complete`: a shell's name, then the line in that script's form.
  func answer(_ words: [String]) {
    AnswerDeadline.start(milliseconds: milliseconds)
    Self.closeMessages()
    guard let shell = words.first.flatMap({ Shell(rawValue: $0) }),
      let text = text(for: shell, Array(words.dropFirst()))
    else { return }
    AnswerDeadline.stop()
    tool.output.write(text)
  }

  private func text(for shell: Shell, _ words: [String]) -> String? {
    if shell == .bash {
      guard words.count == 2 else { return nil }
      let line = BashLine(before: words[0], after: words[1]) { Environment[$0] }
      let completion = completion(of: line.words)
      return CompletionAnswer(bash: completion, on: line).text
    }
    guard let line = LineArguments(words) else { return nil }
    let completion = completion(of: line)
    return shell == .zsh
      ? CompletionAnswer(
        zsh: completion, shown: TerminalText.escaped, columns: TerminalText.columns
      ).text
      : CompletionAnswer(fish: completion, shown: TerminalText.escaped).text
  }

  private func completion(of line: LineArguments) -> Completion {
    LineCompletion(line, ToolCompletionVocabulary(tool, within: .milliseconds(milliseconds)))
      .completion()
  }

  private static func closeMessages() {
    let nobody = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nobody >= 0 else { return }
    for descriptor in [STDIN_FILENO, STDERR_FILENO] { dup2(nobody, descriptor) }
    if nobody > STDERR_FILENO { close(nobody) }
  }
}
