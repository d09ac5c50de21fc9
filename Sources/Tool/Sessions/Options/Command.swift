internal import Pipeline
internal import Terminal

/// The texts of a command for help and manual pages, in which the tool is called `shotflow`.
package struct CommandText: Sendable {
  /// The word to type.
  package let name: String
  /// The command's purpose in one sentence.
  package let summary: String
  /// The longer description; empty for none.
  package let discussion: String
  /// Command lines, each with its purpose: `shotflow undo  # Take back the last run`.
  package let examples: [String]
  /// True if lists of commands have it.
  package let isShown: Bool

  package init(
    _ name: String, _ summary: String, _ discussion: String = "",
    examples: [String] = [], isShown: Bool = true
  ) {
    (self.name, self.summary, self.discussion) = (name, summary, discussion)
    (self.examples, self.isShown) = (examples, isShown)
  }

  /// Returns the texts for a tool of another name.
  func called(by tool: String) -> CommandText {
    if tool == "shotflow" { return self }
    func renamed(_ text: String) -> String { text.replacing("shotflow", with: tool) }
    return CommandText(
      renamed(name), renamed(summary), renamed(discussion),
      examples: examples.map(renamed), isShown: isShown)
  }

  /// Returns a command line and its purpose.
  package static func parts(of example: String) -> (line: String, meaning: String) {
    let parts = example.split(separator: "  # ", maxSplits: 1).map(String.init)
    return (parts[0], parts.last ?? "")
  }
}

/// The values of a command line, and what the command does with them.
package protocol ToolCommand: SendableMetatype {
  /// The name and the texts of the command.
  static var text: CommandText { get }
  /// The options and arguments, in the order of the help.
  static func entries(in tool: Tool) -> [CommandEntry<Self>]
  /// Returns the values of an empty command line.
  static func initial(in tool: Tool) -> Self
  /// Returns the problem of an option that the command doesn't have.
  static func unknownOption(_ word: String, in tool: Tool) -> UsageProblem
  init()
  /// Throws ``UsageProblem`` for values that contradict each other.
  func validate() throws(UsageProblem)
  /// Runs the command; throws ``ExitStatus`` after it reported an error.
  func run(in tool: Tool) throws
}

extension ToolCommand {
  package static func entries(in tool: Tool) -> [CommandEntry<Self>] { [] }

  package static func initial(in tool: Tool) -> Self { Self() }

  package static func unknownOption(_ word: String, in tool: Tool) -> UsageProblem {
    let name = String(word.prefix { $0 != "=" })
    let names = entries(in: tool).flatMap(\.input.names).map { String($0.drop { $0 == "-" }) }
    let near = name.hasPrefix("--") ? NearestName.of(String(name.dropFirst(2)), among: names) : nil
    return UsageProblem(
      "unknown option \"\(name)\"" + NearestName.remedy(near.map { "--\($0)" }))
  }

  package func validate() throws(UsageProblem) {}

  /// The command as a value.
  package static var command: Command { Command(Self.self) }
}

/// A command of the tool, from which the command line is parsed, and help, manual pages and
/// completions are made.
package struct Command: Sendable {
  package let text: CommandText
  /// The commands of a group; empty for a command that does something itself.
  package let subcommands: [Command]
  /// Returns the options and arguments, in the order of the help.
  package let inputs: @Sendable (Tool) -> [CommandInput]
  /// Runs the command with its words; the call is what the user types for it: `shotflow auth grant`.
  /// Nil for a group.
  private let runItself: (@Sendable (_ words: [String], _ call: String, Tool) throws -> Void)?

  fileprivate init<Values: ToolCommand>(_ command: Values.Type) {
    (text, subcommands) = (command.text, [])
    inputs = { Values.inputs(in: $0) }
    runItself = { try Values.run($0, called: $1, in: $2) }
  }

  /// Creates a group of commands, which shows its help if none of them is named.
  package init(_ text: CommandText, _ subcommands: [Command]) {
    (self.text, self.subcommands, runItself) = (text, subcommands, nil)
    inputs = { _ in [.help] }
  }

  /// Runs the command that the words name, or the command of the group that they name.
  ///
  /// - Parameters:
  ///   - options: Words in front of those, which belong to the command that runs.
  ///   - group: What the user types in front of the command's name.
  /// - Throws: ``ExitStatus`` after a problem was reported.
  package func run(
    _ words: [String], options: [String] = [], below group: String, in tool: Tool
  ) throws {
    let call = "\(group) \(text.name)"
    do {
      if let runItself { return try runItself(options + words, call, tool) }
      guard let word = words.first, !CommandInput.help.names.contains(word) else {
        return CommandHelp(of: self, called: call, in: tool).write()
      }
      if word.hasPrefix("-") { throw UsageProblem("unknown option \"\(word)\"") }
      guard let command = subcommands.first(where: { $0.text.name == word }) else {
        let names = subcommands.filter(\.text.isShown).map(\.text.name)
        let known = "\"\(text.name)\" has \(names.joined(separator: ", "))"
        let remedy = NearestName.remedy(NearestName.of(word, among: names), or: known)
        throw UsageProblem("no command called \"\(text.name) \(word)\"\(remedy)")
      }
      try command.run(Array(words.dropFirst()), options: options, below: call, in: tool)
    } catch let problem as UsageProblem {
      // A message may have its own remedy.
      let help = problem.description.contains(";") ? "" : "; \"\(call) --help\" explains it"
      throw tool.messages().report(
        UsageProblem(problem.description + help, problem.excerpts), rulePath: "")
    }
  }
}

/// The options that every command has, unless it has its own of that name.
private struct CommonOptions {
  private(set) var color: String?
  private(set) var wantsHelp = false
  private(set) var wantsVersion = false

  private static let all: [CommandInput] = {
    let color = CommandInput(
      ["--color"], value: "when", help: "Colour: auto, always or never.",
      values: .cases(of: ColorChoice.self))
    var version = CommandInput(["--version"], help: "Show the version.")
    version.isShown = false
    return [color, .help, version]
  }()

  static func inputs(besides own: [CommandInput]) -> [CommandInput] {
    // A rule may have an option --version.
    let takesUnknown = own.contains(where: \.takesUnknown)
    return all.filter { input in
      !(takesUnknown && !input.isShown) && !own.contains { $0.names.first == input.names[0] }
    }
  }

  mutating func note(_ input: CommandInput, _ value: String) {
    switch input.names[0] {
    case "--color": color = value
    case "--version": wantsVersion = true
    default: wantsHelp = true
    }
  }
}

extension ToolCommand {
  fileprivate static func inputs(in tool: Tool) -> [CommandInput] {
    let own = entries(in: tool).map(\.input)
    return own + CommonOptions.inputs(besides: own)
  }

  fileprivate static func run(_ words: [String], called call: String, in tool: Tool) throws {
    let entries = entries(in: tool)
    var values = initial(in: tool)
    var common = CommonOptions()
    let missing = try CommandEntry.parse(
      words, by: entries, besides: CommonOptions.inputs(besides: entries.map(\.input)),
      noting: { common.note($0, $1) }, into: &values, unknown: { unknownOption($0, in: tool) })
    if common.wantsHelp {
      return CommandHelp(of: command, called: call, in: tool).write()
    }
    if common.wantsVersion { return tool.output.write("\(VersionReport(of: tool))\n") }
    if let missing {
      throw UsageProblem("missing argument \"<\(missing.valueName ?? "")>\"")
    }
    var tool = tool
    if let color = try common.color.map(ColorChoice.init(named:)) { tool.color = color }
    try values.validate()
    do {
      try values.run(in: tool)
    } catch let problem as UsageProblem {
      throw tool.messages().report(problem, rulePath: "")
    }
  }
}

extension ColorChoice {
  /// Throws ``UsageProblem`` for another value of `--color`.
  package init(named name: String) throws(UsageProblem) {
    guard let choice = ColorChoice(rawValue: name) else {
      throw UsageProblem("--color takes auto, always or never, not \"\(name)\"")
    }
    self = choice
  }
}
