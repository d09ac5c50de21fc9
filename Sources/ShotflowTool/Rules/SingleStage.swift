internal import Console
internal import LuaBridge
internal import Pipeline

/// A rule of one stage, from the words of a command line.
struct SingleStage {
  let name: String
  private let isPlugin: Bool
  /// The calls of the rule's stages.
  private let calls: String
  /// Files that the stage gets in place of standard input.
  let files: [String]

  /// - Parameter words: the stage, its options as a rule has them, `--field name=type`, and files.
  /// - Throws: ``UsageProblem``.
  init(_ words: [String], in tool: Tool) throws(UsageProblem) {
    var plain: [String] = []
    var fields: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        plain += rest
        break
      }
      if word == "--field" || word.hasPrefix("--field=") {
        let value = word == "--field" ? rest.popFirst() : String(word.dropFirst("--field=".count))
        fields.append(try Self.field(value ?? ""))
      } else if word.hasPrefix("-"), word.count > 1 {
        throw UsageProblem.unknownOption(
          String(word.drop { $0 == "-" }), known: RunRequest.ownOptions + ["field"])
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
    self.name = name
    isPlugin = !plugins.isEmpty
    let call = name + Self.arguments(plain.dropFirst().first ?? "")
    if stage.role == .source {
      guard fields.isEmpty else {
        throw UsageProblem("--field is for records; a source takes its fields in its options")
      }
      calls = call
    } else {
      let known = fields.isEmpty ? "" : ", fields = { \(fields.joined(separator: ", ")) }"
      calls = "source { stdin = true\(known) }, \(call)"
    }
    files = Array(plain.dropFirst(2))
  }

  /// The text of the rule.
  ///
  /// - Parameter needs: what the stage can't do without, which the rule asks the user for.
  func rule(asking needs: [CapabilityNeed] = []) -> String {
    let wishes = needs.map { "\($0.capability.rawValue) = \"a command says so\"" }
    let wants = wishes.isEmpty ? "" : ", wants = { \(wishes.joined(separator: ", ")) }"
    let use = isPlugin ? "use \(LuaText.quoted(name)) " : ""
    return use + "return pipeline { \(calls)\(wants) }"
  }

  /// What the stage can't do without; nothing for one that is wrong, which its run tells.
  func needs(in tool: Tool, _ messages: Messages) -> [CapabilityNeed] {
    let file = RuleFile(path: name, source: rule(), libraries: tool.pluginFolders)
    guard let loaded = try? tool.loader(messages).inspect(file, now: .current, prints: false)
    else { return [] }
    let builder = PlanBuilder(components: tool.components, rulePath: name, now: .current)
    return (try? builder.plan(loaded.stages).needs) ?? []
  }

  /// What stands behind the name of a stage: a table, unless the text brings its own brackets.
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
