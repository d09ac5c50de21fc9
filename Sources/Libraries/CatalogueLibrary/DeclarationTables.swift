/// A reader of the Lua tables in a declaration, which collects the problems that it finds.
struct DeclarationTables {
  private(set) var problems: [RuleProblem] = []
  private let path: String
  private let line: Int

  private static let mostProblems = 50

  init(path: String, line: Int) {
    self.path = path
    self.line = line
  }

  mutating func note(_ message: String, token: String, nearest: String? = nil) {
    guard problems.count < Self.mostProblems else { return }
    problems.append(
      RuleProblem(path: path, line: line, message: message, token: token, suggestion: nearest))
  }

  /// Returns a table's values by name; notes unknown names. Notes a value that is no table: nil.
  mutating func table(
    _ value: ArgumentValue?, _ subject: String, _ known: [String]
  ) -> [String: ArgumentValue]? {
    let members: [ArgumentMember]
    switch value {
    case .table(let named): members = named
    case .list([]): members = []
    case nil:
      note("a library has \(subject), which is a table", token: "library")
      return nil
    case .some(let other):
      note("\(subject) takes a table with names, not \(other.quoted)", token: subject)
      return nil
    }
    for member in members where !known.contains(member.name) {
      let isPlace = Int(member.name) != nil
      note(
        "\(subject) has no \(isPlace ? "list" : "\"\(member.name)\""); it has "
          + known.joined(separator: ", "), token: isPlace ? subject : member.name,
        nearest: NearestName.of(member.name, among: known))
    }
    return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// Returns the members of a table that may have any names; empty if there is no table.
  mutating func members(_ value: ArgumentValue?, _ subject: String) -> [ArgumentMember] {
    switch value {
    case .table(let members): return members
    case nil, .list([]): return []
    case .some(let other):
      note("\(subject) takes a table of fields, not \(other.quoted)", token: subject)
      return []
    }
  }

  mutating func text(
    _ table: [String: ArgumentValue], _ name: String, of subject: String, isNeeded: Bool = true
  ) -> String? {
    switch table[name] {
    case .text(let text) where !text.isEmpty: return text
    case nil:
      if isNeeded { note("\(subject) needs \(name), which is a text", token: subject) }
      return nil
    case .some(let other):
      note("\(name) of \(subject) is a text, not \(other.quoted)", token: name)
      return nil
    }
  }

  mutating func texts(
    _ table: [String: ArgumentValue], _ name: String, of subject: String
  ) -> [String] {
    guard let value = table[name] else { return [] }
    if let texts = value.texts, texts.allSatisfy({ !$0.isEmpty }) { return texts }
    note("\(name) of \(subject) is a text or a list of texts", token: name)
    return []
  }

  /// Returns the lists of texts in a table that may have any names; empty if there is no table.
  mutating func textsByName(
    _ table: [String: ArgumentValue], _ name: String, of subject: String
  ) -> [String: [String]] {
    guard let value = table[name] else { return [:] }
    guard case .table(let members) = value else {
      note("\(name) of \(subject) takes lists of texts: { photo = { \"stars\" } }", token: name)
      return [:]
    }
    let named = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    return named.keys.reduce(into: [:]) { $0[$1] = texts(named, $1, of: name) }
  }

  mutating func flag(
    _ table: [String: ArgumentValue], _ name: String, of subject: String
  ) -> Bool {
    switch table[name] {
    case .flag(let flag): return flag
    case nil: return false
    case .some(let other):
      note("\(name) of \(subject) is true or false, not \(other.quoted)", token: name)
      return false
    }
  }

  mutating func whole(
    _ table: [String: ArgumentValue], _ name: String, of subject: String
  ) -> Int64? {
    switch table[name] {
    case .integer(let number): return number
    case nil: return nil
    case .some(let other):
      note("\(name) of \(subject) is a whole number, not \(other.quoted)", token: name)
      return nil
    }
  }

  mutating func rows(
    _ table: [String: ArgumentValue], _ subject: String
  ) -> CatalogueDeclaration.Rows? {
    let condition = text(table, "where", of: subject, isNeeded: false)
    let order = text(table, "order", of: subject, isNeeded: false)
    return text(table, "from", of: subject).map {
      CatalogueDeclaration.Rows(from: $0, condition: condition, order: order)
    }
  }

  /// Returns the fields that a declaration adds, in the order of their names.
  mutating func addedFields(_ value: ArgumentValue?) -> [AddedField] {
    let words = AddedField.declarableTypes.map(\.rawValue)
    var table = FieldTable()
    var found: [AddedField] = []
    for member in members(value, "adds").sorted(by: { $0.name < $1.name }) {
      guard case .list(let parts) = member.value, parts.count == 2,
        case .text(let word) = parts[0], case .text(let summary) = parts[1]
      else {
        note(
          "\(member.name) of adds is a type and a summary: \(member.name) = { \"number\", \"…\" }",
          token: member.name)
        continue
      }
      guard let type = FieldType(rawValue: word), AddedField.declarableTypes.contains(type) else {
        note(
          "a field is of one of the types \(words.joined(separator: ", ")), not \"\(word)\"",
          token: word, nearest: NearestName.of(word, among: words))
        continue
      }
      if Field(name: member.name) != nil {
        note("every asset has a field \"\(member.name)\"", token: member.name)
        continue
      }
      do throws(FieldProblem) {
        let field = AddedField(member.name, type, summary)
        _ = try table.add(field)
        found.append(field)
      } catch {
        note(error.message, token: member.name)
      }
    }
    return found
  }

  /// Returns the field with a name if `fields` has it; otherwise notes a problem and returns nil.
  mutating func field(_ name: String, among fields: [Field]) -> Field? {
    if let field = fields.first(where: { $0.name == name }) { return field }
    let names = fields.map(\.name)
    let isKnown = Field(name: name) != nil
    let nearest = isKnown ? nil : NearestName.of(name, among: names)
    note(
      isKnown
        ? "a catalogue can't have \"\(name)\" here; it can have \(names.joined(separator: ", "))"
        : "an asset has no field \"\(name)\"", token: name, nearest: nearest)
    return nil
  }
}
