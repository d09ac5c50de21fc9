internal import LuaBridge
internal import Pipeline
internal import Sessions
internal import Terminal

/// A subject that `help` explains besides the commands. The tables are made from the descriptions
/// of the tool's components, so they include additions.
enum HelpTopic: String, CaseIterable {
  case dates
  case environment
  case exitStatus = "exit-status"
  case fields, files, formats, names, offers, permission, pipes, places, stages, tests

  /// The summary of the topic in the list of all topics.
  var summary: String {
    switch self {
    case .dates: "which date a photo has, days, zones, durations"
    case .environment: "the variables that are read"
    case .exitStatus: "what the exit statuses mean"
    case .fields: "what is known of an asset"
    case .files: "where settings, state and caches are"
    case .formats: "the forms of records: tables, JSON, paths, templates"
    case .names: "names of rules, albums and files"
    case .offers: "questions, and what is never asked twice"
    case .permission: "what a rule may use, and who decides"
    case .pipes: "records in and out, programs in rules"
    case .places: "near a place, and between borders"
    case .stages: "what rules are made of"
    case .tests: "the words that ask about fields"
    }
  }

  /// Returns the topics of the arguments after `help`; nil if any of them is not a topic.
  static func named(by words: some Collection<String>) -> [HelpTopic]? {
    let topics = words.compactMap { HelpTopic(rawValue: $0) }
    return topics.isEmpty || topics.count < words.count ? nil : topics
  }

  /// The summaries of all topics, for the manual.
  static var terms: [TextBlock.Term] { allCases.map { TextBlock.Term($0.rawValue, $0.summary) } }

  static func list(for tool: Tool) -> String {
    let rows = allCases.map { topic in
      "  " + topic.rawValue + String(repeating: " ", count: 24 - topic.rawValue.count)
        + topic.summary + "\n"
    }
    return "\nTOPICS: (\(tool.name) help TOPIC)\n\(rows.joined())"
  }

  func blocks(for tool: Tool) -> [TextBlock] {
    let text = TopicText(of: tool.name)
    func around(_ before: String, _ terms: [TextBlock.Term], _ after: String) -> [TextBlock] {
      [.paragraph(before), .terms(terms)] + TextBlock.blocks(of: after)
    }
    switch self {
    case .dates: return TextBlock.blocks(of: text.dates)
    case .environment: return [.terms(EnvironmentVariable.terms(for: tool))]
    case .exitStatus: return [.terms(ExitStatus.terms(of: tool.name))]
    case .fields:
      let fields = DescribedField.all(adding: tool.components.fieldTable.added)
      return around(
        text.fieldsBefore, fields.map { TextBlock.Term($0.name, $0.fullSummary) }, text.fieldsAfter)
    case .files:
      return [.terms(ToolFiles.terms(folder: tool.folder)), .paragraph(ToolFiles.note)]
    case .formats:
      let formats = OutputFormat.allCases.map { TextBlock.Term($0.rawValue, $0.summary) }
      return around(text.formatsBefore, formats, text.formatsAfter)
    case .names: return TextBlock.blocks(of: text.names)
    case .offers: return TextBlock.blocks(of: text.offers)
    case .permission:
      let capabilities = Capability.allCases.map { TextBlock.Term($0.rawValue, "to \($0.summary)") }
      return around(text.permissionBefore, capabilities, text.permissionAfter)
    case .pipes: return TextBlock.blocks(of: text.pipes)
    case .places: return TextBlock.blocks(of: text.places)
    case .stages:
      let stages = tool.components.stages.descriptions.map { TextBlock.Term($0.name, $0.summary) }
      return around(text.stagesBefore, stages, text.stagesAfter)
    case .tests:
      let tests = TestDescription.all.map { TextBlock.Term($0.usage, $0.summary) }
      return around(text.testsBefore, tests, text.testsAfter)
    }
  }
}

extension Output {
  /// Writes blocks in lines as wide as the terminal, but of at most 80 columns.
  func write(_ blocks: [TextBlock], _ style: Style) {
    write(PlainLayout(width: min(Self.columns, 80)) { style.bold($0) }.text(blocks))
  }
}

struct ExitStatusCommand: ToolCommand {
  static let text = CommandText(
    "exit-status", "Show what the exit statuses mean.",
    examples: ["shotflow exit-status  # Show the table of exit statuses"])

  func run(in tool: Tool) throws {
    tool.output.write(HelpTopic.exitStatus.blocks(for: tool), tool.style)
  }
}

struct EnvironmentCommand: ToolCommand {
  static let text = CommandText(
    "environment", "Show the environment variables that shotflow reads.",
    examples: ["shotflow environment  # Show the table of variables"])

  func run(in tool: Tool) throws {
    tool.output.write(HelpTopic.environment.blocks(for: tool), tool.style)
  }
}
