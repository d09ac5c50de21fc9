internal import ArgumentParser
internal import Pipeline

/// Lists the fields that rules may ask for, or those that one rule may.
struct FieldsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields", abstract: "List the fields of an asset: name, type, how deep they lie.")

  @Argument(
    help: ArgumentHelp("A rule, whose stages may add fields.", valueName: "rule"))
  var rule: String?

  func run(in tool: Tool) throws {
    var added = tool.components.fieldTable.added
    if let rule {
      let messages = tool.messages()
      do {
        added = try Rule(.word(rule, isOwn: false), words: [], now: .current, in: tool, messages)
          .addedFields
      } catch {
        throw messages.report(error, rulePath: rule)
      }
    }
    let rows = DescribedField.all(adding: added).map { field in
      [field.name, field.type.summary, field.facet.name, field.summary]
    }
    tool.output.write(
      "\(TextTable.titled([["field", "type", "facet", "meaning"]] + rows, tool.style))")
  }
}
