internal import ArgumentParser
internal import Console
internal import Manual
internal import Pipeline
internal import Terminals

/// Lists the stages that rules may use, or explains some of them.
struct StagesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "stages", abstract: "List the stages of rules and their options.")

  @Argument(
    help: ArgumentHelp("Stages to explain; all are listed without any.", valueName: "stage"))
  var names: [String] = []

  func run(in tool: Tool) throws {
    let stages = tool.components.stages
    if let unknown = names.first(where: { !stages.names.contains($0) }) {
      let near = NearestName.of(unknown, among: stages.names)
      let problem = UsageProblem(
        "no stage called \"\(unknown)\"; "
          + (near.map { "did you mean \"\($0)\"?" }
            ?? "there are \(stages.names.sorted().joined(separator: ", "))"))
      throw tool.messages().report(problem, rulePath: "")
    }
    guard names.isEmpty else {
      let chosen = names.compactMap { name in stages.descriptions.first { $0.name == name } }
      for (place, stage) in chosen.enumerated() {
        if place > 0 { tool.output.write("\n") }
        tool.output.write(stage.blocks, tool.style)
      }
      return
    }
    for stage in stages.descriptions { write(stage, in: tool) }
  }

  private func write(_ stage: StageDescription, in tool: Tool) {
    tool.output.write("\(tool.style.bold(stage.name))  \(stage.summary)\n")
    let rows = stage.options.map { option in
      let standard = option.standard.map { " (default: \($0))" } ?? ""
      return ["  \(option.name)", "\(option.summary)\(standard)"]
    }
    let added =
      stage.adds.flatMap(\.withMembers).map { ["  adds \($0.name)", $0.summary] }
      + stage.mayAdd.map { ["  may add \($0.name)", $0.summary] }
    tool.output.write("\(TextTable(rows + added, alignsNumbers: false))  e.g. \(stage.example)\n\n")
  }
}
