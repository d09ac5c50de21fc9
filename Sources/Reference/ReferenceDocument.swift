internal import ArgumentParser
package import Console

/// A document that is printed from the descriptions that also check rules.
package enum ReferenceDocument: String, CaseIterable, ExpressibleByArgument {
  case rules, schema, lua, man

  /// Nil for the manual, which is many files.
  package func text(for tool: Tool) -> String? {
    switch self {
    case .rules: RulesReference(tool).text
    case .schema: RecordSchema(tool).text
    case .lua: LuaDefinitions(tool).text
    case .man: nil
    }
  }
}
