internal import Terminal

/// The help of a command on the terminal.
package struct CommandHelp {
  private let command: Command
  private let call: String
  private let text: CommandText
  private let tool: Tool

  /// - Parameter call: What the user types for the command.
  package init(of command: Command, called call: String, in tool: Tool) {
    (self.command, self.call, self.tool) = (command, call, tool)
    text = command.text.called(by: tool.name)
  }

  /// The columns of help, whose lists have no room in fewer than these.
  private static var columns: Int { max(Output.columns, 40) }

  /// Writes the help, and the command's examples.
  package func write() {
    let inputs = command.inputs(tool).filter(\.isShown)
    var parts = [
      layout([.paragraph("OVERVIEW: \(text.summary)")] + TextBlock.blocks(of: text.discussion)),
      "USAGE: \(call) \(command.subcommands.isEmpty ? Self.usage(inputs) : "<command>")",
      section("ARGUMENTS", inputs.filter(\.names.isEmpty)),
      section("OPTIONS", inputs.filter { !$0.names.isEmpty && !$0.isField }),
      section("FIELDS", inputs.filter(\.isField)),
    ]
    let commands = command.subcommands.filter(\.text.isShown).map { command in
      let text = command.text.called(by: tool.name)
      return TextBlock.Term(text.name, text.summary)
    }
    if !commands.isEmpty {
      parts.append(
        "COMMANDS:\n\(layout([.terms(commands)]))\n  \"\(call) COMMAND --help\" explains a command."
      )
    }
    tool.output.writeHelp(
      parts.filter { !$0.isEmpty }.map { $0.last == "\n" ? $0 : $0 + "\n" }.joined(separator: "\n"))
    for (place, example) in text.examples.map(CommandText.parts).enumerated() {
      if place == 0 { tool.output.write("\nEXAMPLES:\n") }
      tool.output.writeHelp("  # \(example.meaning)\n")
      // Examples are copied, so their lines stay whole.
      tool.output.write("  \(example.line)\n")
    }
  }

  private func section(_ title: String, _ inputs: [CommandInput]) -> String {
    let terms = inputs.map { TextBlock.Term($0.usage, $0.fullHelp) }
    return terms.isEmpty ? "" : "\(title):\n\(layout([.terms(terms)]))"
  }

  private func layout(_ blocks: [TextBlock]) -> String {
    PlainLayout(width: Self.columns).text(blocks)
  }

  /// The greatest number of options that the line of usage shows one by one.
  private static let mostOptions = 12

  private static func usage(_ inputs: [CommandInput]) -> String {
    let options = inputs.filter { !$0.names.isEmpty && $0.names != CommandInput.help.names }
    let shown =
      options.count > mostOptions
      ? ["[<options>]"] : options.map { usage("\($0.names[0])", of: $0) }
    let arguments = inputs.filter(\.names.isEmpty).map { usage("", of: $0) }
    return (shown + arguments).joined(separator: " ")
  }

  private static func usage(_ name: String, of input: CommandInput) -> String {
    let parts = [
      name, input.valueName.map { "<\($0)>" } ?? "", input.isRepeated ? "..." : "",
    ]
    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    return input.isRequired ? text : "[\(text)]"
  }
}
