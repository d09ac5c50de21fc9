internal import Console

/// The rule that a command line gives.
enum RuleSubject: Hashable {
  /// A path, a name, or `-` for standard input.
  ///
  /// - Parameter isOwn: whether a name means a rule of the user's, and never one that ships.
  case word(String, isOwn: Bool)
  /// A text of the command line, and what messages call it.
  case text(String, label: String = "-e")
  /// A text that is part of the program.
  case program(String, name: String)

  static let inputWord = "-"
  static let textOption = "-e"

  /// How messages and help call it.
  var label: String {
    switch self {
    case .word(let word, _): word
    case .text(_, let label): label
    case .program(_, let name): name
    }
  }

  /// Whether standard input holds the rule, so that it can't hold records.
  var isInput: Bool {
    if case .word(Self.inputWord, _) = self { true } else { false }
  }

  /// Whether it is a word of the command line, and not a text.
  var isWord: Bool {
    if case .word = self { true } else { false }
  }

  /// Whether the author of the text is the author of the program.
  var isOfProgram: Bool {
    if case .program = self { true } else { false }
  }
}
