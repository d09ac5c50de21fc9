package import Pipeline

/// The type of a record's member, as the schema of records describes it.
package indirect enum MemberShape: Sendable {
  case date, number, flag, list
  /// A text; `choices` are all values that it may have, nil if any text is allowed.
  case text(choices: [String]?)
  case object([(name: String, shape: MemberShape)])
  /// A value of any type, or an object with any members.
  case open

  /// Creates the shape that a node of the schema describes.
  package init(_ node: SchemaNode, in definitions: [(String, SchemaNode)]) {
    if let reference = node["$ref"]?.text {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard name != "date" else {
        self = .date
        return
      }
      self = definitions.first { $0.0 == name }.map { Self($0.1, in: definitions) } ?? .open
      return
    }
    switch node["type"]?.text {
    case "integer", "number": self = .number
    case "boolean": self = .flag
    case "array": self = .list
    case "string": self = .text(choices: node["enum"]?.list?.compactMap(\.text))
    case "object": self = node["properties"].map { .members($0, in: definitions) } ?? .open
    default: self = .open
    }
  }

  /// Creates the shape of a field that a rule adds.
  package init(_ field: AddedField) {
    self =
      switch field.type {
      case .date: .date
      case .integer, .number: .number
      case .flag: .flag
      case .texts: .list
      case .text: .text(choices: field.knownTexts)
      case .location, .object, .value: .open
      }
  }

  private static func members(
    _ node: SchemaNode, in definitions: [(String, SchemaNode)]
  ) -> MemberShape {
    .object(
      node.members.map { name, member in
        // A local date is a date too, though the schema describes it as a text.
        (name, isLocalDate(name) ? .date : MemberShape(member, in: definitions))
      })
  }

  /// Returns true for the name of a date with the offset of its own clock.
  static func isLocalDate(_ name: String) -> Bool {
    name == Field.localDate.name || name.hasSuffix("LocalDate")
  }

  /// Returns the shape of a member; nil if the schema has none of that name.
  package subscript(name: String) -> MemberShape? {
    switch self {
    case .object(let members): members.first { $0.name == name }?.shape
    case .open: .open
    default: nil
    }
  }

  /// The paths of all described members, nested ones included: `location.latitude`.
  package var paths: [String] {
    guard case .object(let members) = self else { return [] }
    return members.flatMap { name, shape in [name] + shape.paths.map { "\(name).\($0)" } }
  }

  /// The names of the described members, without nested ones; empty for all but an object.
  package var names: [String] {
    if case .object(let members) = self { members.map { $0.name } } else { [] }
  }
}

extension SchemaNode {
  fileprivate subscript(name: String) -> SchemaNode? {
    members.first { $0.0 == name }?.1
  }

  fileprivate var members: [(String, SchemaNode)] {
    if case .object(let members) = self { members } else { [] }
  }

  fileprivate var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  fileprivate var list: [SchemaNode]? {
    if case .list(let nodes) = self { nodes } else { nil }
  }
}
