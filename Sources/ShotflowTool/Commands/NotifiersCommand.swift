internal import ArgumentParser
internal import Console
internal import Pipeline
internal import Prompts
internal import Terminals

/// Lists what may ask the user about an offer.
struct NotifiersCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "notifiers", abstract: "List the notifiers that \"run --notifier\" can name.")

  func run(in tool: Tool) {
    let rows = NotifierChoice.all(in: tool.components).map { [$0.name, $0.summary] }
    let table = TextTable(rows, alignsNumbers: false) { _, column, text in
      column == 0 ? tool.style.bold(text) : text
    }
    tool.output.write("\(table)")
  }
}
