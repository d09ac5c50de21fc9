internal import ArgumentParser
internal import Pipeline

/// Lists the fields that rules may ask for.
struct FieldsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields", abstract: "List the fields of an asset: name, type, how deep they lie.")

  func run(in tool: Tool) {
    let rows = tool.fields.map { field in
      [field.name, field.type.summary, field.facet, field.summary]
    }
    tool.output.write(
      "\(TextTable([["field", "type", "facet", "meaning"]] + rows, alignsNumbers: false))")
  }
}
