internal import ArgumentParser
internal import Pipeline

/// Lists the stages that rules may use.
struct StagesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "stages", abstract: "List the stages of rules and their options.")

  func run(in tool: Tool) {
    for stage in tool.components.stages.descriptions {
      tool.output.write("\(stage.name)  \(stage.summary)\n")
      let rows = stage.options.map { option in
        let standard = option.standard.map { " (default: \($0))" } ?? ""
        return ["  \(option.name)", "\(option.summary)\(standard)"]
      }
      tool.output.write("\(TextTable(rows, alignsNumbers: false))  e.g. \(stage.example)\n\n")
    }
  }
}
