internal import ArgumentParser

/// Prints a document that the project keeps a copy of: docs/rules.md, docs/record.schema.json or
/// rules/_meta/shotflow.lua.
struct ReferenceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference", abstract: "Print a reference document.", shouldDisplay: false)

  @Argument(help: "Which one.")
  var document: ReferenceDocument

  func run(in tool: Tool) {
    tool.output.write(document.text(for: tool))
  }
}
