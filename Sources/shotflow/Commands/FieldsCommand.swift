internal import ArgumentParser
internal import Pipeline

/// Lists the fields that rules may ask for.
struct FieldsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields", abstract: "List the fields of an asset: name, type, how deep they lie.")

  func run() {
    let rows = Field.allCases.map { field in
      [field.name, field.type.summary, field.facet.name, field.summary]
    }
    Output.write(
      "\(TextTable([["field", "type", "facet", "meaning"]] + rows, alignsNumbers: false))")
  }
}
