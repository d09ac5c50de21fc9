internal import Foundation

/// Checks JSON against the part of JSON Schema 2020-12 that the record's schema uses.
///
/// Stricter in one thing: an object's member that the schema does not describe is an error, so that
/// the schema can't fall behind.
package struct SchemaChecker {
  private let schema: [String: Any]

  package init(_ text: String) throws {
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
    schema = parsed as? [String: Any] ?? [:]
  }

  /// Returns the problems of a line of output; empty if there are none.
  package func problems(of line: String) throws -> [String] {
    problems(of: try JSONSerialization.jsonObject(with: Data(line.utf8)), schema, "record")
  }

  private func problems(of value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    schema.sorted { $0.key < $1.key }.flatMap { key, rule in
      switch (key, rule) {
      case ("$schema", _), ("$defs", _), ("title", _), ("description", _), ("contentEncoding", _),
        ("additionalProperties", _):
        return [String]()
      case ("$ref", let name as String):
        return problems(of: value, definition(name), place)
      case ("oneOf", let choices as [[String: Any]]):
        let found = choices.map { problems(of: value, $0, place) }
        let fitting = found.count { $0.isEmpty }
        return fitting == 1 ? [] : ["\(place) fits \(fitting) choices"] + found.flatMap(\.self)
      case ("type", let type as String):
        return has(type, value) ? [] : ["\(place) is no \(type): \(value)"]
      case ("const", let wanted as NSObject):
        return wanted.isEqual(value) ? [] : ["\(place) is not \(wanted) but \(value)"]
      case ("enum", let wanted as [NSObject]):
        return wanted.contains { $0.isEqual(value) } ? [] : ["\(place) can't be \(value)"]
      case ("pattern", let pattern as String):
        let isFit = (value as? String)?.range(of: pattern, options: .regularExpression) != nil
        return isFit ? [] : ["\(place) does not fit \(pattern): \(value)"]
      case ("required", let names as [String]):
        let members = value as? [String: Any] ?? [:]
        return names.filter { members[$0] == nil }.map { "\(place) has no \($0)" }
      case ("properties", let properties as [String: [String: Any]]):
        return members(of: value, properties, place)
      case ("items", let items as [String: Any]):
        return (value as? [Any] ?? []).flatMap { problems(of: $0, items, "\(place)[]") }
      default:
        return ["the schema says \(key), which this checker does not know"]
      }
    }
  }

  private func members(
    of value: Any, _ properties: [String: [String: Any]], _ place: String
  ) -> [String] {
    (value as? [String: Any] ?? [:]).flatMap { name, member in
      guard let schema = properties[name] else { return ["\(place) has an unknown \(name)"] }
      return problems(of: member, schema, "\(place).\(name)")
    }
  }

  private func definition(_ reference: String) -> [String: Any] {
    let name = reference.replacingOccurrences(of: "#/$defs/", with: "")
    let definitions = schema["$defs"] as? [String: [String: Any]]
    return definitions?[name] ?? ["no definition of \(name)": true]
  }

  private func has(_ type: String, _ value: Any) -> Bool {
    let isFlag = value is NSNumber && "\(Swift.type(of: value))".contains("Bool")
    return switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isFlag || value is Bool
    case "number": value is NSNumber
    case "integer": (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } ?? false
    default: false
    }
  }
}
