internal import ArgumentParser
internal import Pipeline

/// Lists what may ask the user about an offer.
struct NotifiersCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "notifiers", abstract: "List the notifiers that \"run --notifier\" can name.")

  func run(in tool: Tool) {
    let rows = NotifierChoice.all(in: tool.components).map { [$0.name, $0.summary] }
    tool.output.write("\(TextTable(rows, alignsNumbers: false))")
  }
}
