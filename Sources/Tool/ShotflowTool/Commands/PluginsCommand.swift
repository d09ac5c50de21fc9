internal import Pipeline
internal import Sessions

extension Command {
  static let plugins = Command(
    CommandText(
      "plugins", "List, make, test and add stages and kinds of library.",
      examples: ["shotflow plugins list  # List the plugins that rules find by name"]),
    [
      PluginsListCommand.command, PluginsInfoCommand.command, PluginsPathCommand.command,
      PluginsNewCommand.command, PluginsTestCommand.command, PluginsAddCommand.command,
      PluginsUpdateCommand.command, PluginsRemoveCommand.command, PluginsKeepCommand.command,
      PluginsDefinitionsCommand.command,
    ])
}

struct PluginsListCommand: ToolCommand {
  static let text = CommandText(
    "list", "List the plugins that rules find by name.",
    examples: ["shotflow plugins list --format json  # List them as JSON"])

  var output = ListOptions()

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    ListOptions.entries.map { $0.lifted(\.output) }
  }

  func run(in tool: Tool) throws {
    try PluginsSession(tool).list(try output.format(in: tool))
  }
}

struct PluginsInfoCommand: ToolCommand {
  static let text = CommandText(
    "info", "Explain a plugin: its options, its fields, its origin.",
    examples: ["shotflow plugins info sharpness  # Explain a plugin"])

  var name: String = ""

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.required("name", \.name, "The plugin.", values: .plugins)]
  }

  func run(in tool: Tool) throws { try PluginsSession(tool).explain(name) }
}

struct PluginsPathCommand: ToolCommand {
  static let text = CommandText(
    "path", "Print where a plugin is, or the folders that are searched.",
    examples: ["shotflow plugins path  # Print the folders that are searched"])

  var name: String?

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.argument("name", \.name, "The plugin; without it, all folders.", values: .plugins)]
  }

  func run(in tool: Tool) throws { try PluginsSession(tool).printPath(of: name) }
}

struct PluginsNewCommand: ToolCommand {
  static let text = CommandText(
    "new", "Write a plugin that works, with its tests, to change; print their paths.",
    """
    A name puts it where all rules find it. A path ends with NAME.lua; beside a rule, that rule \
    finds it. "library NAME" writes the declaration of a kind of library instead, which --library \
    NAME:PATH reads a database by. A file that is there already is never changed.
    """,
    examples: [
      "shotflow plugins new sharpness --role classify  # Write a plugin that works, to change"
    ])

  var names: [String] = []
  var role: String?

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .arguments(
        "name", \.names,
        "The name of the plugin, or a path; behind the word library, that of a kind of library.",
        isRequired: true),
      .option(
        "--role", \.role, "role", "The role: classify, filter, map, key or text; else classify."),
    ]
  }

  func run(in tool: Tool) throws { try PluginsSession(tool).make(names, role: role ?? "classify") }
}

struct PluginsTestCommand: ToolCommand {
  static let text = CommandText(
    "test", "Test whether a plugin keeps the contract, on assets made for it.",
    examples: ["shotflow plugins test ./sharpness.lua  # Test a plugin on made-up assets"])

  var plugin: String = ""

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.required("plugin", \.plugin, "The plugin: a file, a folder, or a name.")]
  }

  func run(in tool: Tool) throws { try PluginsSession(tool).test(plugin) }
}

struct PluginsAddCommand: ToolCommand {
  static let text = CommandText(
    "add", "Add a plugin from a git repository, at one commit.",
    """
    The address is URL@REF: a repository by https://, ssh:// or file://, or its path, and a tag, a \
    branch or a commit. You see what the plugin is before it is added. plugins.lock keeps the \
    commit and the content; nothing is ever fetched again by itself.
    """,
    examples: [
      "shotflow plugins add https://example.org/sharpness.git@v1  # Add a plugin from a repository, at one commit"
    ])

  var address: String = ""
  var yes = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .required("url@ref", \.address, "Such as https://example.org/x.git@v1."),
      .flag("--yes", \.yes, "Agree without being asked."),
    ]
  }

  func run(in tool: Tool) throws { try PluginsSession(tool).add(address, isAgreed: yes) }
}

struct PluginsUpdateCommand: ToolCommand {
  static let text = CommandText(
    "update", "Fetch an added plugin again; show what changes, and ask.",
    examples: [
      "shotflow plugins update sharpness --to v2  # See what another version changes, and take it"
    ])

  var name: String = ""
  var to: String?
  var yes = false

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .required("name", \.name, "The plugin.", values: .plugins),
      .option("--to", \.to, "ref", "Another tag, branch or commit."),
      .flag("--yes", \.yes, "Agree without being asked."),
    ]
  }

  func run(in tool: Tool) throws {
    try PluginsSession(tool).update(name, to: to, isAgreed: yes)
  }
}

struct PluginsRemoveCommand: ToolCommand {
  static let text = CommandText(
    "remove", "Remove a plugin that was added from a repository.",
    examples: ["shotflow plugins remove sharpness  # Remove an added plugin"])

  var name: String = ""

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.required("name", \.name, "The plugin.", values: .plugins)]
  }

  func run(in tool: Tool) throws { try PluginsSession(tool).remove(name) }
}

struct PluginsKeepCommand: ToolCommand {
  static let text = CommandText(
    "keep", "Make the files of an added plugin your own, to change them.",
    examples: ["shotflow plugins keep sharpness  # Make the files of a plugin your own"])

  var name: String = ""

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [.required("name", \.name, "The plugin.", values: .plugins)]
  }

  func run(in tool: Tool) throws { try PluginsSession(tool).keep(name) }
}

struct PluginsDefinitionsCommand: ToolCommand {
  static let text = CommandText(
    "definitions", "Write the definitions of your plugins for editors; print their path.",
    examples: ["shotflow plugins definitions  # Write what editors know of your plugins"])

  func run(in tool: Tool) throws { try PluginsSession(tool).define() }
}
