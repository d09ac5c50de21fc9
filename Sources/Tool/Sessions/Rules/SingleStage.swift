internal import LuaBridge
internal import Pipeline
internal import Platform

/// A rule of one stage, made from the arguments of a command line.
package struct SingleStage {
  package let rule: StageRule
  /// The files for the stage, in place of standard input.
  package let files: [String]

  /// Parses the stage, its options as in a rule, `--field name=type`, and files, also after `--`.
  /// Throws ``UsageProblem`` for an unknown stage or option, or an invalid `--field`.
  package init(_ words: [String], in tool: Tool) throws(UsageProblem) {
    var plain: [String] = []
    var files: [String] = []
    var fields: [String] = []
    var options: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        files = Array(rest)
        break
      }
      if word == "--field" || word.hasPrefix("--field=") {
        let value = word == "--field" ? rest.popFirst() : String(word.dropFirst("--field=".count))
        fields.append(try Self.field(value ?? ""))
      } else if let option = Self.option(word, of: plain.first, in: tool) {
        options.append(Self.member(option, word, &rest))
      } else if word.hasPrefix("-"), word.count > 1 {
        throw UsageProblem.unknownOption(
          String(word.drop { $0 == "-" }), of: "the command \"stage\"",
          known: RunRequest.ownOptions + ["field"])
      } else {
        plain.append(word)
      }
    }
    guard let name = plain.first else {
      throw UsageProblem("name a stage; \"\(tool.name) stages\" lists them")
    }
    let builtIn = tool.components.stages.descriptions
    let plugins =
      builtIn.contains { $0.name == name } ? [] : tool.workingPlugins().map(\.description)
    guard let stage = (builtIn + plugins).first(where: { $0.name == name }) else {
      let nearest = NearestName.of(name, among: (builtIn + plugins).map(\.name))
      throw UsageProblem(
        "no stage called \"\(name)\"; "
          + (nearest.map { "did you mean \"\($0)\"?" }
            ?? "\"\(tool.name) stages\" lists them"))
    }
    var others = plain.dropFirst()
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
      let known = fields.isEmpty ? "" : ", fields = { \(fields.joined(separator: ", ")) }"
      calls = "source { stdin = true\(known) }, \(call)"
    }
    rule = StageRule(
      label: "stage \(name)", uses: plugins.isEmpty ? [] : [name], calls: calls)
  }

  /// Returns the option of a built-in stage that a word such as `--keep-in=a` names; nil for none.
  private static func option(
    _ word: String, of stage: String?, in tool: Tool
  ) -> OptionDescription? {
    guard word.hasPrefix("--"), let stage else { return nil }
    let name = word.dropFirst(2).prefix { $0 != "=" }
    let options = tool.components.stages.descriptions.first { $0.name == stage }?.options ?? []
    return options.first { $0.name == name || RuleOption.flag(of: $0.name) == name }
  }

  /// Returns an option as a member of the stage's table: `keep = "best"`, `= true` without a value.
  private static func member(
    _ option: OptionDescription, _ word: String, _ rest: inout ArraySlice<String>
  ) -> String {
    var value = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
    if value == nil, option.type != .flag, let next = rest.first, !next.hasPrefix("--") {
      value = rest.removeFirst()
    }
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
