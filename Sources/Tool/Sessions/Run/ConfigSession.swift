internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminal

/// The commands `shotflow config …`.
package struct ConfigSession {
  private let tool: Tool
  private let messages: Messages

  package init(_ tool: Tool) {
    self.tool = tool
    messages = tool.messages()
  }

  /// Prints the path of the configuration file.
  package func printPath() throws {
    try messages.reporting {
      tool.output.write("\(try tool.directories().configuration)/config.lua\n")
    }
  }

  /// Checks all settings, and prints that they are valid. Throws ``ExitStatus`` after a problem.
  package func check() throws {
    try messages.reporting {
      let configuration = try tool.configuration()
      guard configuration.source != nil else {
        if let former = configuration.formerPath {
          throw UsageProblem("\"\(former)\" is no longer read; \"\(configuration.path)\" is")
        }
        return messages.write("there is no \"\(configuration.path)\", and none is needed")
      }
      for (name, _) in configuration.rules { try check(rule: name, in: configuration) }
      tool.output.write("\(TerminalText.escaped(configuration.path)): ok\n")
    }
  }

  private func check(rule name: String, in configuration: Configuration) throws {
    let folders = tool.ruleFolders
    guard RuleFolders.isName(name), let found = folders.rule(named: name) else {
      let near = NearestName.of(name, among: folders.all().map(\.name))
      throw configuration.problem("no rule is called \"\(name)\"", name, suggestion: near)
    }
    let file = try RuleFile(path: found.path, libraries: tool.pluginFolders)
    let loaded = try tool.loader(messages).inspect(file, now: .current, prints: false)
    _ = try RuleConfiguration(configuration, ofRule: name)?
      .overrides(of: loaded.options, besides: [])
  }

  /// Prints the settings that apply if the command line has no options.
  package func show(asJSON: Bool) throws {
    try messages.reporting {
      let configuration = try tool.configuration()
      let libraries = try LibraryChoice.unnamed(configuration)
      var settings = libraries.names.map { ["library", $0, libraries.origin] }
      for (name, standard) in Configuration.standards {
        let own = configuration.option(name)
        settings.append([name, own ?? standard, own == nil ? "default" : configuration.path])
      }
      for place in configuration.places {
        let value = LuaText.text(.list(place.arguments))
        settings.append(["places.\(place.name)", value, configuration.path])
      }
      for root in configuration.roots {
        settings.append(["roots.\(root.old)", root.new, configuration.path])
      }
      for rule in configuration.rules {
        for option in rule.options {
          settings.append(
            ["rules.\(rule.name).\(option.name)", LuaText.text(option.value), configuration.path])
        }
      }
      if asJSON || isatty(STDOUT_FILENO) == 0 {
        for setting in settings { tool.output.write(Self.record(setting)) }
      } else {
        let rows = [["setting", "value", "from"]] + settings.map { $0.map(TerminalText.escaped) }
        tool.output.write("\(TextTable(rows, alignsNumbers: false))")
      }
    }
  }

  private static func record(_ setting: [String]) -> String {
    var writer = RecordWriter(capacity: 256)
    writer.begin(kind: "setting")
    writer.write("name", setting[0])
    writer.write("value", setting[1])
    writer.write("origin", setting[2])
    writer.end()
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }
}
