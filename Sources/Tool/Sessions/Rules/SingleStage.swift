internal import LuaBridge
internal import Pipeline
internal import Platform

/// A rule of one stage, made from the arguments of a command line.
package struct SingleStage {
  package let rule: StageRule
  /// The files for the stage, in place of standard input.
  package let files: [String]

  /// Reads the stage's options, each with its name or as in a rule, and files, also after `--`.
  /// `fields` are members of the records that the stage is to know: `mood=text`. Throws
  /// ``UsageProblem`` for an unknown stage or option, or an invalid field.
  package init(
    _ name: String?, fields: [String], _ words: [String], in tool: Tool
  ) throws(UsageProblem) {
    guard let name else {
      throw UsageProblem("name a stage; \"\(tool.name) stages\" lists them")
    }
    let fields = try fields.map(Self.field)
    let builtIn = tool.components.stages.descriptions
    let plugins =
      builtIn.contains { $0.name == name } ? [] : tool.workingPlugins().map(\.description)
    guard let stage = (builtIn + plugins).first(where: { $0.name == name }) else {
      let nearest = NearestName.of(name, among: (builtIn + plugins).map(\.name))
      let remedy = NearestName.remedy(nearest, or: "\"\(tool.name) stages\" lists them")
      throw UsageProblem("no stage called \"\(name)\"\(remedy)")
    }
    let known = tool.components.stages.descriptions.first { $0.name == name }?.options ?? []
    let reader = WordReader(known.map(\.input))
    var (options, others, files): ([String], [String], [String]) = ([], [], [])
    var rest = words[...]
    while let word = rest.first, let part = reader.next(in: &rest) {
      switch part {
      case .argument(let word): others.append(word)
      case .option(let place, let value): options.append(Self.member(known[place], value))
      case .valueless: throw UsageProblem("\(word) takes a value")
      case .denial, .unknown:
        throw UsageProblem.unknownOption(
          String(word.drop { $0 == "-" }), of: "the command \"stage\"",
          known: RunRequest.ownOptions + ["field"] + known.map { RuleOption.flag(of: $0.name) })
      case .end:
        files = Array(rest)
        rest = []
      }
    }
    var text = others.first.flatMap { Self.isFile($0) ? nil : $0 }
    if text != nil { others.removeFirst() }
    if !options.isEmpty { text = (options + [text].compactMap(\.self)).joined(separator: ", ") }
    self.files = others + files
    let call = name + Self.arguments(text ?? "")
    let calls: String
    if stage.role == .source {
      guard fields.isEmpty else {
        throw UsageProblem("--field is for records; a source takes its fields in its options")
      }
      calls = call
    } else {
      let typed = fields.isEmpty ? "" : ", fields = { \(fields.joined(separator: ", ")) }"
      calls = "source { stdin = true\(typed) }, \(call)"
    }
    rule = StageRule(
      label: "stage \(name)", uses: plugins.isEmpty ? [] : [name], calls: calls)
  }

  /// Returns an option as a member of the stage's table: `keep = "best"`, `= true` without a value.
  private static func member(_ option: OptionDescription, _ value: String?) -> String {
    guard let value else { return "\(option.name) = true" }
    return "\(option.name) = \(isLua(value, as: option.type) ? value : LuaText.quoted(value))"
  }

  /// Returns true if a value is written into the rule as it is, such as a number, and not quoted.
  private static func isLua(_ value: String, as type: OptionType) -> Bool {
    switch type {
    case .flag: ["true", "false"].contains(value)
    case .integer, .number, .duration: value.wholeMatch(of: #/-?[0-9]+(\.[0-9]+)?/#) != nil
    case .choiceOrFunction, .textOrFunction: value.hasPrefix("function(")
    case .text, .date, .choice: false
    case .texts, .size, .tests, .alternatives, .fields, .actions, .namedTexts:
      value.hasPrefix("{")
    }
  }

  /// Returns true if an argument after the stage is an existing file or looks like a path.
  private static func isFile(_ word: String) -> Bool {
    access(word, F_OK) == 0 || word.wholeMatch(of: #/[\w\-+@~]*[.\/][\w\-+@~.\/]*/#) != nil
  }

  /// Returns the arguments of the stage's call: a table, unless the text has its own brackets.
  private static func arguments(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    if start.hasPrefix("{") || start.hasPrefix("(") { return " \(text)" }
    if start.hasPrefix("function") { return "(\(text))" }
    return " { \(text) }"
  }

  private static func field(_ text: String) throws(UsageProblem) -> String {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw UsageProblem("--field takes a name and a type, such as mood=text, not \"\(text)\"")
    }
    return "[\(LuaText.quoted(parts[0]))] = \(LuaText.quoted(parts[1]))"
  }
}

extension OptionDescription {
  fileprivate var input: CommandInput {
    let flag = RuleOption.flag(of: name)
    var input = CommandInput(["--\(flag)"], value: type == .flag ? nil : "value", help: summary)
    if flag != name { input.aliases = ["--\(name)"] }
    input.mayHaveValue = true
    return input
  }
}
