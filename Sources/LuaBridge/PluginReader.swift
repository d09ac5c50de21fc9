internal import Engine

/// A reader of a file's stage declaration, which collects all problems in it.
struct PluginReader {
  private var problems: [RuleProblem] = []
  private let members: [ArgumentMember]
  private let path: String
  private let line: Int

  private static let known = [
    "name", "role", "api", "version", "summary", "options", "fields", "process", "example",
  ]

  private static let mostProblems = 50
  /// The greatest number of options, and of an option's choices.
  private static let most = 64

  private static let optionTypes: [(word: String, type: OptionType)] = [
    ("text", .text), ("integer", .integer), ("number", .number), ("boolean", .flag),
    ("duration", .duration), ("date", .date), ("list", .texts),
  ]

  /// - Parameters:
  ///   - taken: Returns the owner of a word that is taken in rules; nil for a free word.
  ///   - fileName: The name that the file requires; nil for a stage that the rule itself declares.
  /// - Throws: ``RuleProblems``, all of them, each with its line.
  static func plugin(
    _ value: ArgumentValue, path: String, line: Int, source: String, fileName: String?,
    taken: (String) -> String?
  ) throws(RuleProblems) -> Plugin {
    var reader = PluginReader(value, path: path, line: line)
    let plugin = reader.plugin(fileName: fileName, taken: taken)
    guard let plugin, reader.problems.isEmpty else {
      throw RuleProblems(reader.problems.map { $0.located(in: source) })
    }
    return plugin
  }

  private init(_ value: ArgumentValue, path: String, line: Int) {
    self.path = path
    self.line = line
    if case .table(let members) = value {
      self.members = members
    } else {
      members = []
    }
  }

  private mutating func note(_ message: String, token: String? = nil, nearest: String? = nil) {
    // A declaration may hold a hundred thousand values, each of them wrong.
    guard problems.count < Self.mostProblems else { return }
    problems.append(
      RuleProblem(path: path, line: line, message: message, token: token, suggestion: nearest))
  }

  private subscript(_ name: String) -> ArgumentValue? {
    members.first { $0.name == name }?.value
  }

  private mutating func text(_ name: String, or fallback: String? = nil) -> String? {
    switch self[name] {
    case .text(let text) where !text.isEmpty: return text
    case nil:
      if fallback == nil { note("a plugin has a \(name), which is a text", token: "stage") }
      return fallback
    case .some(let other):
      note("the \(name) of a plugin is a text, not \(other.quoted)", token: name)
      return nil
    }
  }

  private mutating func plugin(fileName: String?, taken: (String) -> String?) -> Plugin? {
    // A newer contract may have further members, which are unknown here.
    guard let contracts = contracts() else { return nil }
    for member in members where !Self.known.contains(member.name) {
      let isPlace = Int(member.name) != nil
      note(
        "a plugin has no \(isPlace ? "list" : "\"\(member.name)\""); it has "
          + Self.known.joined(separator: ", "), token: isPlace ? "stage" : member.name,
        nearest: NearestName.of(member.name, among: Self.known))
    }
    let name = name(fileName: fileName, taken: taken)
    let role = role()
    let version = text("version", or: "0")
    let summary = text("summary")
    let options = options()
    let fields = fields(role)
    let example = text("example", or: "\(name ?? "stage") {}")
    guard case .function(let process)? = self["process"] else {
      note(
        "a plugin has a process, which is a function of an asset"
          + (self["process"].map { ", not \($0.quoted)" } ?? ""),
        token: self["process"] == nil ? "stage" : "process")
      return nil
    }
    guard let name, let role, let version, let summary else { return nil }
    let description = StageDescription(
      name: name, role: role, summary: summary, options: options + [Plugin.failureOption],
      adds: fields, example: example)
    return Plugin(
      description: description, version: version, contracts: contracts, path: path, line: line,
      process: process, options: options)
  }

  private mutating func contracts() -> ClosedRange<Int>? {
    let own = Plugin.contract
    let range: ClosedRange<Int>? =
      switch self["api"] {
      case .integer(let one): Int(exactly: one).map { $0...$0 }
      case .list(let ends) where ends.count == 2:
        if let low = ends[0].count, let high = ends[1].count, low <= high {
          low...high
        } else {
          nil
        }
      default: nil
      }
    guard let range else {
      note(
        "a plugin says which versions of the contract it was written for: api = { \(own), \(own) }",
        token: self["api"] == nil ? "stage" : "api")
      return nil
    }
    if range.contains(own) { return range }
    let wanted =
      range.lowerBound == range.upperBound
      ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    note(
      range.lowerBound > own
        ? "the plugin needs contract \(wanted), and this program has \(own); a newer program has more"
        : "the plugin was written for contract \(wanted), and this program has \(own); look for a newer"
          + " version of the plugin", token: "api")
    return nil
  }

  private mutating func name(fileName: String?, taken: (String) -> String?) -> String? {
    guard let name = text("name") else { return nil }
    guard Plugin.isName(name) else {
      note("a plugin's name is made of a-z, 0-9 and _, at most 40, not \"\(name)\"", token: name)
      return nil
    }
    if let owner = taken(name) {
      note("a plugin can't be called \"\(name)\", which is \(owner)", token: name)
    } else if let fileName, fileName != name {
      note(
        "a plugin has the name of its file: rename the file to \(name).lua, or the plugin to"
          + " \"\(fileName)\"", token: name)
    }
    return name
  }

  private mutating func role() -> StageRole? {
    guard let text = text("role") else { return nil }
    if let role = Plugin.roles.first(where: { "\($0)" == text }) { return role }
    let names = Plugin.roles.map { "\($0)" }
    let outside = ["source", "exec", "notify", "notifier", "act"].contains(text)
    note(
      outside
        ? "a plugin in Lua can't be a \(text), which needs the world outside; a program can, by exec"
        : "the role of a plugin is one of \(names.joined(separator: ", ")), not \"\(text)\"",
      token: text, nearest: NearestName.of(text, among: names))
    return nil
  }

  /// Returns the members of a table of declarations; empty if the plugin has none.
  private mutating func declarations(_ name: String, example: String) -> [ArgumentMember] {
    switch self[name] {
    case nil, .list([]): return []
    case .table(let members)? where members.allSatisfy({ Int($0.name) == nil }):
      guard members.count > Self.most else { return members }
      note("a plugin has at most \(Self.most) \(name), not \(members.count)", token: name)
      return []
    case .some:
      note("\(name) takes names, each with its type: \(name) = { \(example) }", token: name)
      return []
    }
  }

  /// Splits a declaration, a type or `{ type, summary, … }`, into its values by the keys `1`, `2`
  /// and the names of further members; nil for anything else, which is noted as a problem.
  private mutating func parts(
    of member: ArgumentMember, in kind: String, known: [String]
  ) -> [String: ArgumentValue]? {
    switch member.value {
    case .text: return ["1": member.value]
    case .list(let values) where (1...2).contains(values.count):
      return Dictionary(
        uniqueKeysWithValues: values.enumerated().map { ("\($0.offset + 1)", $0.element) })
    case .table(let members):
      let names = ["1", "2"] + known
      if let stray = members.first(where: { !names.contains($0.name) }) {
        note(
          "the \(kind) \"\(member.name)\" has no \"\(stray.name)\"; it has a type, a summary, "
            + known.joined(separator: ", "), token: stray.name,
          nearest: NearestName.of(stray.name, among: known))
        return nil
      }
      return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    default:
      note(
        "the \(kind) \"\(member.name)\" takes a type, or { type, \"summary\" }, not"
          + " \(member.value.quoted)", token: member.name)
      return nil
    }
  }

  private mutating func summary(_ value: ArgumentValue?, of name: String) -> String {
    switch value {
    case nil: return name
    case .text(let text): return text
    case .some(let other):
      note("the summary of \"\(name)\" is a text, not \(other.quoted)", token: name)
      return name
    }
  }

  private mutating func choices(_ value: ArgumentValue?, of name: String) -> [String]? {
    guard let value else { return nil }
    if case .list = value, let texts = value.texts, (1...Self.most).contains(texts.count) {
      return texts
    }
    note(
      "the choices of \"\(name)\" are a list of 1 to \(Self.most) texts, not \(value.quoted)",
      token: name)
    return nil
  }

  private mutating func options() -> [OptionDescription] {
    let taken = [Plugin.failureOption.name, OptionDescription.condition.name]
    var found: [OptionDescription] = []
    for member in declarations("options", example: "least = { \"number\", \"the least of it\" }") {
      if taken.contains(member.name) {
        note("\"\(member.name)\" is an option that every plugin has", token: member.name)
      } else if let option = option(member) {
        found.append(option)
      }
    }
    return found
  }

  private mutating func option(_ member: ArgumentMember) -> OptionDescription? {
    let name = member.name
    guard RuleOption.isIdentifier(name) else {
      note("an option's name is letters, digits and _; \"\(name)\" is not", token: name)
      return nil
    }
    let known = ["default", "required", "choices"]
    guard let parts = parts(of: member, in: "option", known: known) else { return nil }
    let words = Self.optionTypes.map(\.word)
    guard case .text(let word)? = parts["1"],
      var type = Self.optionTypes.first(where: { $0.word == word })?.type
    else {
      let value = parts["1"]?.quoted ?? "nothing"
      let word: String? = if case .text(let word)? = parts["1"] { word } else { nil }
      note(
        "the option \"\(name)\" is of one of the types \(words.joined(separator: ", ")), not \(value)",
        token: word ?? name, nearest: word.flatMap { NearestName.of($0, among: words) })
      return nil
    }
    if let choices = choices(parts["choices"], of: name) {
      if type == .text {
        type = .choice(choices)
      } else {
        note("\"\(name)\" is a \(word), and choices are for texts", token: name)
      }
    }
    let summary = summary(parts["2"], of: name)
    var isRequired = false
    switch parts["required"] {
    case nil: break
    case .flag(let flag)?: isRequired = flag
    case .some(let other): note("required is true or false, not \(other.quoted)", token: name)
    }
    if let value = parts["default"] {
      if isRequired { note("\"\(name)\" is required, so it has no default", token: name) }
      if type.value(of: value) == nil {
        note(
          "the default of \"\(name)\" is \(value.quoted), and the option takes \(type.summary)",
          token: name)
      }
    }
    return OptionDescription(
      name, type, summary, default: parts["default"], isRequired: isRequired)
  }

  private mutating func fields(_ role: StageRole?) -> [AddedField] {
    var found: [AddedField] = []
    let adds = role == .classify || role == .map
    let declared = declarations("fields", example: "sharpness = \"number\"")
    if let role, !adds, !declared.isEmpty {
      note("a \(role) adds no fields", token: "fields")
    } else if let role, adds, declared.isEmpty, problems.isEmpty {
      note(
        "a \(role) says which fields it gives: fields = { sharpness = \"number\" }",
        token: "role")
    }
    var table = FieldTable()
    for member in declared {
      guard let parts = parts(of: member, in: "field", known: ["choices"]),
        let field = field(member.name, parts)
      else { continue }
      do throws(FieldProblem) {
        _ = try table.add(field)
        found.append(field)
      } catch {
        let isFact = role == .map && Field(name: error.name) != nil
        note(
          isFact
            ? "\"\(error.name)\" is a fact of the file or the library, which a map leaves as it is; it"
              + " changes members that rules, programs and stages add, such as rating"
            : error.message, token: error.name)
      }
    }
    return found
  }

  private mutating func field(_ name: String, _ parts: [String: ArgumentValue]) -> AddedField? {
    let words = AddedField.declarableTypes.map(\.rawValue)
    guard case .text(let word)? = parts["1"], let type = FieldType(rawValue: word),
      AddedField.declarableTypes.contains(type)
    else {
      let word: String? = if case .text(let word)? = parts["1"] { word } else { nil }
      note(
        "the field \"\(name)\" is of one of the types \(words.joined(separator: ", ")), not "
          + (parts["1"]?.quoted ?? "nothing"),
        token: word ?? name, nearest: word.flatMap { NearestName.of($0, among: words) })
      return nil
    }
    return AddedField(
      name, type, summary(parts["2"], of: name), among: choices(parts["choices"], of: name))
  }
}
