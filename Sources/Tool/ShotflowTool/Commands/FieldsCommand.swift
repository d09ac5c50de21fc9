internal import LuaBridge
internal import Pipeline
internal import Sessions

struct FieldsCommand: ToolCommand {
  static let text = CommandText(
    "fields", "List what is known of each picture: the fields.",
    """
    A word lists the fields whose names have it in them, also those that stages add. A rule lists \
    what its stages add, too:

      shotflow fields creation
      shotflow fields rules/recent.lua

    A word that is in no field's name may name a rule.
    """,
    examples: [
      "shotflow fields date  # List the fields that have to do with dates",
      "shotflow fields --rule recent  # List the fields that a rule can use",
    ])

  var words: [String] = []
  var rule: String?

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .arguments(
        "word", \.words, "Parts of names, in small or capital letters; or the path of a rule.",
        values: .fields),
      .option("--rule", \.rule, "rule", "A rule, whose stages may add fields."),
    ]
  }

  func run(in tool: Tool) throws {
    let messages = tool.messages()
    try messages.reporting(rulePath: rule ?? words.first ?? "") {
      let fields = try FieldSearch(words, rule: rule, in: tool, messages).fields()
      let rows = fields.map { [$0.name, $0.type.summary, $0.facet.name, $0.fullSummary] }
      tool.output.write(
        "\(TextTable.titled([["field", "type", "facet", "meaning"]] + rows, tool.style))")
    }
  }
}

private struct FieldSearch {
  private let tool: Tool
  private let messages: Messages
  private var rule: String?
  private var parts: [String] = []

  /// Sorts words into parts of fields' names and a rule. Throws ``UsageProblem`` for several rules.
  init(_ words: [String], rule: String?, in tool: Tool, _ messages: Messages) throws(UsageProblem) {
    self.tool = tool
    self.messages = messages
    self.rule = rule
    for word in words {
      guard isRule(word) else {
        parts.append(word)
        continue
      }
      if let rule = self.rule {
        throw UsageProblem("name one rule, not \"\(rule)\" and \"\(word)\"")
      }
      self.rule = word
    }
  }

  /// Returns true if an argument names a rule: a path always does, another word if no field's name
  /// contains it and a rule has that name.
  private func isRule(_ word: String) -> Bool {
    guard RuleFolders.isName(word) else { return true }
    return !known.contains { Self.has(word, in: $0.name) }
      && tool.ruleFolders.rule(named: word) != nil
  }

  /// The fields of all rules: the standard ones and those that stages may add.
  private var known: [DescribedField] {
    let stages = tool.components.stages.descriptions
    let added = tool.components.fieldTable.added + stages.flatMap { $0.adds + $0.mayAdd }
    return DescribedField.all(adding: added.flatMap(\.withMembers))
  }

  /// Returns the fields whose names contain one of the words; without words, all fields. Throws
  /// ``UsageProblem`` for a word in no name, or the rule's problems.
  func fields() throws -> [DescribedField] {
    var fields = DescribedField.all(adding: tool.components.fieldTable.added)
    if let rule {
      fields = DescribedField.all(
        adding: try Rule(.word(rule), words: [], now: .current, in: tool, messages)
          .addedFields)
    } else if !parts.isEmpty {
      fields = known
    }
    if parts.isEmpty { return fields }
    for part in parts where !fields.contains(where: { Self.has(part, in: $0.name) }) {
      throw absence(of: part, in: fields)
    }
    var names: Set<String> = []
    return fields.filter { field in
      parts.contains { Self.has($0, in: field.name) } && names.insert(field.name).inserted
    }
  }

  private static func has(_ part: String, in name: String) -> Bool {
    name.lowercased().contains(part.lowercased())
  }

  private func absence(of part: String, in fields: [DescribedField]) -> UsageProblem {
    let near = NearestName.of(
      part, among: fields.map(\.name) + fields.flatMap { Self.parts(of: $0.name) })
    let remedy = NearestName.remedy(near, or: "\"\(tool.name) fields\" lists all fields")
    return UsageProblem("no field has \"\(part)\" in its name\(remedy)")
  }

  /// Returns the parts of a compound name: `creation` and `date` of `creationDate`.
  private static func parts(of name: String) -> [String] {
    RuleOption.flag(of: name).split { $0 == "-" || $0 == "." }.map(String.init)
  }
}
