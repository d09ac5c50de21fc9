internal import Sessions

/// A command line, split into known options with their values, and arguments.
package struct ParsedLine: Sendable {
  /// The names of the command: `auth grant`.
  package let command: [String]
  /// The part of the cursor's word before the cursor.
  package let current: String
  /// The positional arguments before the cursor.
  package private(set) var arguments: [String] = []
  /// The positional arguments after the cursor.
  package private(set) var laterArguments: [String] = []
  /// The option whose value is at the cursor; nil for another word.
  private(set) var pending: CommandInput?
  /// True if `--` precedes the cursor, so that no word is an option.
  private(set) var isOnlyArguments = false
  private var given: [(name: String, value: String?)] = []

  init(_ line: LineArguments, of command: [String], _ inputs: [CommandInput]) {
    self.command = command
    current = line.current
    let reader = WordReader(inputs)
    var before = line.before[...]
    while let part = reader.next(in: &before) {
      switch part {
      case .argument(let word): arguments.append(word)
      case .valueless(let place): pending = before.isEmpty ? inputs[place] : nil
      case .end:
        isOnlyArguments = true
        arguments += before
        before = []
      default: note(part, inputs)
      }
    }
    var after = line.after[...]
    while let part = reader.next(in: &after) {
      if case .argument(let word) = part { laterArguments.append(word) } else { note(part, inputs) }
    }
  }

  private mutating func note(_ part: WordReader.Part, _ inputs: [CommandInput]) {
    switch part {
    case .option(let place, let value): given.append((inputs[place].names[0], value))
    case .denial(let place): given.append((inputs[place].denial, nil))
    default: break
    }
  }

  /// Returns true if the line has the option whose first name is `name`, by any of its names.
  package func hasOption(_ name: String) -> Bool { given.contains { $0.name == name } }

  /// Returns the values of the option whose first name is `name`, in order; empty without any.
  package func values(of name: String) -> [String] {
    given.filter { $0.name == name }.compactMap(\.value)
  }
}

/// The arguments of a command line around the cursor, as the program would receive them.
package struct LineArguments: Hashable, Sendable {
  /// The arguments before the cursor's, without the tool's name.
  package let before: [String]
  /// The part of the cursor's argument before the cursor.
  package let current: String
  /// The arguments after the cursor's.
  package let after: [String]

  package init(before: [String], current: String, after: [String]) {
    self.before = before
    self.current = current
    self.after = after
  }

  /// Parses the arguments from the scripts for zsh and fish: the number of arguments before the
  /// cursor's, these, the start of the cursor's argument, the later ones. Nil for too few.
  package init?(_ arguments: [String]) {
    guard let first = arguments.first, let count = Int(first), count >= 0,
      arguments.count >= count + 2
    else { return nil }
    self.init(
      before: Array(arguments[1..<count + 1]), current: arguments[count + 1],
      after: Array(arguments[(count + 2)...]))
  }
}
