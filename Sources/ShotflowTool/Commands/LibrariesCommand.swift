internal import ArgumentParser
internal import Pipeline

/// Lists the kinds of library that rules can read.
struct LibrariesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "libraries", abstract: "List the kinds of library that \"--library\" can name.")

  func run(in tool: Tool) {
    let rows = tool.components.libraries.map { [$0.kind.name, $0.kind.summary] }
    tool.output.write("\(TextTable(rows, alignsNumbers: false))")
  }
}
