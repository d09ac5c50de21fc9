internal import ArgumentParser
internal import Pipeline

/// Lists the fields that rules may ask for.
struct FieldsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields", abstract: "List the fields of an asset: name, type, how deep they lie.")

  func run(in tool: Tool) {
    let rows = Field.allCases.map { field in
      [field.name, field.type.summary, field.facet.name, field.summary]
    }
    tool.output.write(
      "\(TextTable([["field", "type", "facet", "meaning"]] + rows, alignsNumbers: false))")
  }
}
