internal import Pipeline
internal import Sessions

/// The page of `browse` that shows the records of a rule.
struct RulePageSession {
  private let command: BrowseCommand
  private let tool: Tool
  private let messages: Messages

  init(_ command: BrowseCommand, in tool: Tool) {
    self.command = command
    self.tool = tool
    messages = tool.messages()
  }

  /// Runs the rule and shows its records on the page. Throws ``ExitStatus`` unless it succeeds.
  func run() throws {
    try messages.reporting {
      let session = try session()
      let title = session.subject.label.split(separator: "/").last.map(String.init) ?? "Rule"
      let controller = PageController(title, PageOpening(opens: !command.noOpen, messages))
      let acts = PageActs(of: session, on: controller)
      try PageRun(session, on: controller, acts).run { records, context, _, _ in
        try acts.show(records, in: context)
      }
    }
  }

  private func session() throws(UsageProblem) -> RuleSession {
    guard command.page, let rule = command.rule else {
      throw UsageProblem("--rule is for --page; run a rule by: \(tool.name) run")
    }
    let values = [
      ("--library", try command.namedLibrary()), ("--now", command.now),
      ("--out", command.out), ("--lanes", command.lanes),
    ]
    let words = values.flatMap { name, value in value.map { [name, $0] } ?? [] }
    let flags = command.noCatalogue ? ["--no-catalogue"] : []
    let request = try RunRequest(words + flags + command.rest)
    return RuleSession(.word(rule), request, in: tool)
  }
}
