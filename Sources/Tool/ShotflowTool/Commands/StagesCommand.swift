internal import LuaBridge
internal import Pipeline
internal import Sessions
internal import Terminal

struct StagesCommand: ToolCommand {
  static let text = CommandText(
    "stages", "List the stages of rules and their options.",
    examples: ["shotflow stages filter load  # Explain two stages"])

  var names: [String] = []

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.arguments("stage", \.names, "Stages to explain; all are listed without any.")]
  }

  func run(in tool: Tool) throws {
    let stages = tool.components.stages
    let isAboutBuiltIn = !names.isEmpty && names.allSatisfy(stages.names.contains)
    let plugins = isAboutBuiltIn ? [] : tool.workingPlugins().map(\.description)
    let known = stages.descriptions + plugins
    if let unknown = names.first(where: { name in !known.contains { $0.name == name } }) {
      let near = NearestName.of(unknown, among: known.map(\.name))
      let list = known.map(\.name).sorted().joined(separator: ", ")
      let problem = UsageProblem(
        "no stage called \"\(unknown)\"" + NearestName.remedy(near, or: "there are \(list)"))
      throw tool.messages().report(problem, rulePath: "")
    }
    guard names.isEmpty else {
      let chosen = names.compactMap { name in known.first { $0.name == name } }
      for (place, stage) in chosen.enumerated() {
        if place > 0 { tool.output.write("\n") }
        tool.output.write(stage.blocks, tool.style)
      }
      return
    }
    for stage in known { write(stage, in: tool) }
  }

  private func write(_ stage: StageDescription, in tool: Tool) {
    tool.output.write("\(tool.style.bold(stage.name))  \(stage.summary)\n")
    let rows = stage.options.map { option in
      let standard =
        option.isRequired ? " (required)" : option.standard.map { " (default: \($0))" } ?? ""
      return ["  \(option.name)", "\(option.summary)\(standard)"]
    }
    let added =
      stage.adds.flatMap(\.withMembers).map { ["  adds \($0.name)", $0.summary] }
      + stage.mayAdd.map { ["  may add \($0.name)", $0.summary] }
    tool.output.write("\(TextTable(rows + added, alignsNumbers: false))  e.g. \(stage.example)\n\n")
  }
}

struct LibrariesCommand: ToolCommand {
  static let text = CommandText(
    "libraries", "List the kinds of library.",
    examples: ["shotflow libraries  # List the kinds of library"])

  func run(in tool: Tool) {
    let rows = tool.components.libraries.map { [$0.name, $0.summary] }
    let table = TextTable(rows, alignsNumbers: false) { _, column, text in
      column == 0 ? tool.style.bold(text) : text
    }
    tool.output.write("\(table)")
  }
}

struct NotifiersCommand: ToolCommand {
  static let text = CommandText(
    "notifiers", "List the notifiers that \"run --notifier\" can name.",
    examples: ["shotflow notifiers  # List the notifiers"])

  func run(in tool: Tool) {
    let rows = NotifierChoice.all(in: tool.components).map { [$0.name, $0.summary] }
    let table = TextTable(rows, alignsNumbers: false) { _, column, text in
      column == 0 ? tool.style.bold(text) : text
    }
    tool.output.write("\(table)")
  }
}
