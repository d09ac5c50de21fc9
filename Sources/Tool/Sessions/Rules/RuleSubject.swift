package import Pipeline

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
