internal import ArgumentParser
internal import Console

/// A document that is printed from the descriptions that also check rules.
enum ReferenceDocument: String, CaseIterable, ExpressibleByArgument {
  case rules, schema, lua, man

  /// Nil for the manual, which is many files.
  func text(for tool: Tool) -> String? {
    switch self {
    case .rules: RulesReference(tool).text
    case .schema: RecordSchema(tool: tool).text
    case .lua: LuaDefinitions(tool).text
    case .man: nil
    }
  }
}
