internal import ArgumentParser
internal import Pipeline

/// Lists the stages that rules may use.
struct StagesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "stages", abstract: "List the stages of rules and their options.")

  @Argument(help: ArgumentHelp("Stages; all without any.", valueName: "stage"))
  var names: [String] = []

  func run(in tool: Tool) throws {
    let stages = tool.components.stages
    if let unknown = names.first(where: { !stages.names.contains($0) }) {
      let near = NearestName.of(unknown, among: stages.names)
      let problem = UsageProblem(
        "no stage called \"\(unknown)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
      throw tool.messages().report(problem, rulePath: "")
    }
    for stage in stages.descriptions where names.isEmpty || names.contains(stage.name) {
      write(stage, in: tool)
    }
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
