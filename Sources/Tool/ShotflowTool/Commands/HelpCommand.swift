internal import Pipeline
internal import Sessions
internal import Terminal

struct HelpCommand: ToolCommand {
  static let text = CommandText(
    "help", "Explain a command or a topic.",
    examples: [
      "shotflow help run  # Show the help of a command",
      "shotflow help dates  # Read about dates",
    ])

  var words: [String] = []

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .arguments(
        "command or topic", \.words,
        "A command or a topic, or all for the list of both; without it, the everyday commands."
      )
    ]
  }

  func run(in tool: Tool) throws {
    if words.isEmpty { return tool.output.writeHelp(FirstScreen(of: tool).text) }
    if words == ["all"] {
      CommandHelp(of: .root, called: tool.name, in: tool).write()
      return tool.output.writeHelp(HelpTopic.list(for: tool))
    }
    if let topics = HelpTopic.named(by: words) {
      for (place, topic) in topics.enumerated() {
        if place > 0 { tool.output.write("\n") }
        tool.output.write(topic.blocks(for: tool), tool.style)
      }
      return
    }
    if words.count == 1, tool.isRule(words[0]) {
      return try RunCommand.command.run([words[0], "--help"], below: tool.name, in: tool)
    }
    guard let command = Command.named(words[0]) else {
      throw tool.unknownCommand(
        words[0], besides: HelpTopic.allCases.map(\.rawValue),
        "\"\(tool.name) help\" lists the commands and topics")
    }
    try command.run(Array(words.dropFirst()) + ["--help"], below: tool.name, in: tool)
  }
}

extension Tool {
  /// Returns the problem of a word that is no command and no rule, with the nearest name.
  ///
  /// - Parameters:
  ///   - others: Further words that would be right there.
  ///   - known: The remedy if no name is near.
  func unknownCommand(
    _ word: String, besides others: [String] = [], _ known: String
  ) -> UsageProblem {
    let names =
      others + Command.root.subcommands.map(\.text.name) + ruleFolders.all().map(\.name)
    let isStage = components.stages.descriptions.contains { $0.name == word }
    let meant =
      FamiliarWord.meaning(of: word, among: names)
      ?? (isStage ? nil : NearestName.of(word, among: names))
    let remedy = NearestName.remedy(
      meant, or: isStage ? "it is a stage: \(name) find … | \(name) stage \(word)" : known)
    return UsageProblem("no command or rule is called \"\(word)\"\(remedy)")
  }
}
