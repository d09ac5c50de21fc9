package import LuaBridge
package import Pipeline
internal import Platform
internal import Plugins

/// The rule of a command line: a path or name, the text after `-e`, or a text in the program.
package enum RuleSubject: Hashable {
  /// A path, a name, or `-` for standard input; `from` restricts a name to the rules of one folder.
  case word(String, from: RuleFolders.Origin? = nil)
  /// A text of the command line, with its name in messages.
  case text(String, label: String = "-e")
  /// A rule whose text is a part of the program, with its name; `stages` replace those of the text.
  case program(String, name: String, stages: [StageCall] = [])

  package static let inputWord = "-"
  package static let textOption = "-e"

  /// The rule's name in messages and help.
  package var label: String {
    switch self {
    case .word(let word, _): word
    case .text(_, let label): label
    case .program(_, let name, _): name
    }
  }

  /// True if the rule's text is read from standard input, which then can't have records.
  package var isInput: Bool {
    if case .word(Self.inputWord, _) = self { true } else { false }
  }

  /// True if the argument is a name or path of a rule, false if it is the rule's text.
  package var isWord: Bool {
    if case .word = self { true } else { false }
  }

  /// True if the rule's text is on the command line.
  var isText: Bool {
    if case .text = self { true } else { false }
  }

  /// The stages in place of those of the rule's text; empty for those of the text.
  var stages: [StageCall] {
    if case .program(_, _, let stages) = self { stages } else { [] }
  }

  var isOfProgram: Bool {
    if case .program = self { true } else { false }
  }
}

extension Tool {
  /// The folders in which rules are found by name.
  package var ruleFolders: RuleFolders {
    RuleFolders(configuration: (try? directories())?.configuration)
  }

  /// Returns the text of a rule, and the folders for its modules; `messages` can quote it later.
  /// Throws ``RuleProblem`` if it can't be read, or ``UsageProblem`` for an unknown name.
  package func ruleFile(_ subject: RuleSubject, _ messages: Messages) throws -> RuleFile {
    let file: RuleFile
    switch subject {
    case .word(RuleSubject.inputWord, _):
      if isatty(STDIN_FILENO) == 1 { messages.write("type the rule; Ctrl-D ends it") }
      file = try RuleFile(
        descriptor: STDIN_FILENO, path: subject.label, libraries: pluginFolders,
        shipped: shippedPlugins)
    case .word(let word, let origin) where RuleFolders.isName(word):
      file = try RuleFile(
        path: try path(ofRule: word, from: origin), libraries: pluginFolders,
        shipped: shippedPlugins)
    case .word(let path, _):
      file = try RuleFile(
        path: path, libraries: pluginFolders,
        shipped: shippedPlugins)
    case .text(let text, _):
      file = RuleFile(
        path: subject.label, source: text, libraries: pluginFolders,
        shipped: shippedPlugins)
    case .program(let text, let name, _): file = RuleFile(path: name, source: text)
    }
    messages.note(file)
    return file
  }

  private func path(
    ofRule name: String, from origin: RuleFolders.Origin?
  ) throws(UsageProblem) -> String {
    let folders = ruleFolders
    guard let found = folders.rule(named: name, from: origin) else {
      throw folders.absence(of: name, from: origin, toolName: self.name)
    }
    return found.path
  }

  /// Returns the command line that runs a rule: `shotflow recent`, or `shotflow run albums` if a
  /// command has the rule's name.
  package func call(of subject: RuleSubject) -> String {
    guard case .word(let word, _) = subject, word != RuleSubject.inputWord, !isCommand(word) else {
      return "\(name) run \(subject.label)"
    }
    return "\(name) \(word)"
  }

  /// Returns the components of the tool, with the plugins of a rule.
  package func components(of rule: LoadedRule) -> Components {
    components.adding(rule.plugins.map(\.definition))
  }

  /// The folders of Lua modules that all rules may require, in order.
  var pluginFolders: [String] { pluginPlaces.libraries }
}
