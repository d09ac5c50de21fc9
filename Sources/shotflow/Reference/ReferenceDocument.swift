internal import ArgumentParser

/// A document that is printed from the descriptions that also check rules.
enum ReferenceDocument: String, CaseIterable, ExpressibleByArgument {
  case rules, schema, lua

  var text: String {
    switch self {
    case .rules: RulesReference().text
    case .schema: RecordSchema().text
    case .lua: LuaDefinitions().text
    }
  }
}
