internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List, make, test and add stages and kinds of library.",
    subcommands: [
      PluginsListCommand.self, PluginsInfoCommand.self, PluginsPathCommand.self,
      PluginsNewCommand.self, PluginsTestCommand.self, PluginsAddCommand.self,
      PluginsUpdateCommand.self, PluginsRemoveCommand.self, PluginsKeepCommand.self,
      PluginsDefinitionsCommand.self,
    ])
}

struct PluginsListCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the plugins that rules find by name.")

  @OptionGroup var output: FormatOptions

  @OptionGroup var colors: ColorOptions

  @Flag(help: "The same as --format ndjson.")
  var json = false

  func run(in tool: Tool) throws {
    try PluginsSession(tool).list(try output.request(asJSON: json, in: tool))
  }
}

struct PluginsInfoCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Explain a plugin: its options, its fields, its origin.")

  @Argument(help: ArgumentHelp("The plugin.", valueName: "name"))
  var name: String

  func run(in tool: Tool) throws { try PluginsSession(tool).explain(name) }
}

struct PluginsPathCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print where a plugin is, or the folders that are searched.")

  @Argument(help: ArgumentHelp("The plugin; without it, all folders.", valueName: "name"))
  var name: String?

  func run(in tool: Tool) throws { try PluginsSession(tool).printPath(of: name) }
}

struct PluginsNewCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a plugin that works, with its tests, to change; print their paths.",
    discussion: """
      A name puts it where all rules find it. A path ends with NAME.lua; beside a rule, that rule \
      finds it. "library NAME" writes the declaration of a kind of library instead, which --library \
      NAME:PATH reads a database by. A file that is there already is never changed.
      """)

  @Argument(
    help: ArgumentHelp(
      "The name of the plugin, or a path; behind the word library, that of a kind of library.",
      valueName: "name"))
  var names: [String]

  @Option(help: ArgumentHelp("The role: classify, filter, map, key or text.", valueName: "role"))
  var role = "classify"

  func run(in tool: Tool) throws { try PluginsSession(tool).make(names, role: role) }
}

struct PluginsTestCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Test whether a plugin keeps the contract, on assets made for it.")

  @Argument(
    help: ArgumentHelp("The plugin: a file, a folder, or a name.", valueName: "plugin"))
  var plugin: String

  func run(in tool: Tool) throws { try PluginsSession(tool).test(plugin) }
}

struct PluginsAddCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a plugin from a git repository, at one commit.",
    discussion: """
      The address is URL@REF: a repository by https://, ssh:// or file://, or its path, and a tag, a \
      branch or a commit. You see what the plugin is before it is added. plugins.lock keeps the \
      commit and the content; nothing is ever fetched again by itself.
      """)

  @Argument(help: ArgumentHelp("Such as https://example.org/x.git@v1.", valueName: "url@ref"))
  var address: String

  @Flag(help: "Agree without being asked.")
  var yes = false

  func run(in tool: Tool) throws { try PluginsSession(tool).add(address, isAgreed: yes) }
}

struct PluginsUpdateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Fetch an added plugin again; show what changes, and ask.")

  @Argument(help: ArgumentHelp("The plugin.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("Another tag, branch or commit.", valueName: "ref"))
  var to: String?

  @Flag(help: "Agree without being asked.")
  var yes = false

  func run(in tool: Tool) throws {
    try PluginsSession(tool).update(name, to: to, isAgreed: yes)
  }
}

struct PluginsRemoveCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a plugin that was added from a repository.")

  @Argument(help: ArgumentHelp("The plugin.", valueName: "name"))
  var name: String

  func run(in tool: Tool) throws { try PluginsSession(tool).remove(name) }
}

struct PluginsKeepCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep",
    abstract: "Make the files of an added plugin your own, to change them.")

  @Argument(help: ArgumentHelp("The plugin.", valueName: "name"))
  var name: String

  func run(in tool: Tool) throws { try PluginsSession(tool).keep(name) }
}

struct PluginsDefinitionsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "definitions",
    abstract: "Write the definitions of your plugins for editors; print their path.")

  func run(in tool: Tool) throws { try PluginsSession(tool).define() }
}
