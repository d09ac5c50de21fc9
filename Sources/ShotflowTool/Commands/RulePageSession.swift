internal import Console
internal import Pipeline
internal import Platform

/// A page with what a rule gives.
struct RulePageSession {
  private let command: BrowseCommand
  private let tool: Tool
  private let messages: Messages

  init(_ command: BrowseCommand, in tool: Tool) {
    self.command = command
    self.tool = tool
    messages = tool.messages()
  }

  /// - Throws: ``ExitStatus`` when it is not ``ExitStatus/done``.
  func run() throws {
    do {
      let session = try session()
      guard let file = tmpfile() else {
        throw RunProblem.outputFailed("there is no room for what the rule gives")
      }
      defer { fclose(file) }
      let descriptor = fileno(file)
      let title = session.subject.label.split(separator: "/").last.map(String.init) ?? "Rule"
      let detour = RunDetour(descriptor: descriptor, claims: PostponedClaims()) { context, _ in
        let records = try RecordFile(descriptor, unless: context.cancellation)
        let opening = PageOpening(opens: !command.noOpen, messages)
        _ = try RecordPage(records, in: context, opening)
          .show(PageHelper.Subject(kind: .records, title: title))
        return 0
      }
      try session.run(showsHelp: false, by: detour)
    } catch let status as ExitStatus {
      throw status
    } catch {
      throw messages.report(error, rulePath: "")
    }
  }

  private func session() throws(UsageProblem) -> RuleSession {
    guard command.page, let rule = command.rule else {
      throw UsageProblem("--rule is for --page; run a rule by: \(tool.name) run")
    }
    if command.subject != nil, command.library != nil {
      throw UsageProblem("the library is named twice; leave out --library")
    }
    let values = [
      ("--library", command.library ?? command.subject), ("--now", command.now),
      ("--out", command.out), ("--lanes", command.lanes),
    ]
    let words = values.flatMap { name, value in value.map { [name, $0] } ?? [] }
    let flags = command.noCatalogue ? ["--no-catalogue"] : []
    let request = try RunRequest(words + flags + command.rest, takesRule: false)
    return RuleSession(.word(rule, isOwn: false), request, in: tool)
  }
}
