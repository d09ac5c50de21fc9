package import LuaBridge
package import Pipeline
internal import Platform
internal import Plugins

extension Tool {
  /// The folders in which rules are found by name.
  package var ruleFolders: RuleFolders {
    RuleFolders(configuration: (try? directories())?.configuration)
  }

  /// Returns the text of a rule, and the folders for its modules. `messages` receives notices on
  /// how it was found. Throws ``RuleProblem``, or ``UsageProblem`` for an unknown name.
  package func ruleFile(_ subject: RuleSubject, _ messages: Messages) throws -> RuleFile {
    let file: RuleFile
    switch subject {
    case .word(RuleSubject.inputWord, _):
      if isatty(STDIN_FILENO) == 1 { messages.write("type the rule; Ctrl-D ends it") }
      file = try RuleFile(
        descriptor: STDIN_FILENO, path: subject.label, libraries: pluginFolders,
        shipped: shippedPlugins)
    case .word(let word, let isOwn) where RuleFolders.isName(word):
      file = try RuleFile(
        path: try path(ofRule: word, isOwn: isOwn, messages), libraries: pluginFolders,
        shipped: shippedPlugins)
    case .word(let path, _):
      file = try RuleFile(
        path: path, libraries: pluginFolders,
        shipped: shippedPlugins)
    case .text(let text, _):
      file = RuleFile(
        path: subject.label, source: text, libraries: pluginFolders,
        shipped: shippedPlugins)
    case .program(let text, let name): file = RuleFile(path: name, source: text)
    }
    messages.note(file)
    return file
  }

  private func path(
    ofRule name: String, isOwn: Bool, _ messages: Messages
  ) throws(UsageProblem) -> String {
    let folders = ruleFolders
    guard let found = folders.rule(named: name, isOwn: isOwn) else {
      throw folders.absence(of: name, isOwn: isOwn, toolName: self.name)
    }
    if let hidden = folders.hidden(by: found) {
      messages.write("\"\(name)\" is the rule that ships; --user runs \"\(hidden)\"")
    }
    return found.path
  }

  /// Returns the components of the tool, with the plugins of a rule.
  package func components(of rule: LoadedRule) -> Components {
    components.adding(rule.plugins.map(\.definition))
  }

  /// The folders of Lua modules that all rules may require, in order.
  var pluginFolders: [String] { pluginPlaces.libraries }
}
