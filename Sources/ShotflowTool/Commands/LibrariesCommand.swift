internal import ArgumentParser
internal import Console
internal import Pipeline
internal import Terminals

/// Lists the kinds of library that rules can read.
struct LibrariesCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "libraries", abstract: "List the kinds of library that \"--library\" can name.")

  func run(in tool: Tool) {
    let rows = tool.components.libraries.map { [$0.kind.name, $0.kind.summary] }
    let table = TextTable(rows, alignsNumbers: false) { _, column, text in
      column == 0 ? tool.style.bold(text) : text
    }
    tool.output.write("\(table)")
  }
}
