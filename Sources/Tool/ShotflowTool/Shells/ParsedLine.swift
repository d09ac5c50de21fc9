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
  let pending: LineOption?
  /// True if `--` precedes the cursor, so that no word is an option.
  let isOnlyArguments: Bool
  private var given: [(name: String, value: String?)] = []

  init(_ line: LineArguments, of command: [String], _ options: [LineOption]) {
    self.command = command
    current = line.current
    var reader = WordReader(options)
    reader.read(line.before)
    (arguments, pending, isOnlyArguments) =
      (reader.arguments, reader.pending, reader.isOnlyArguments)
    given = reader.given
    reader.clear()
    reader.read(line.after)
    laterArguments = reader.arguments
    given += reader.given
  }

  /// Returns true if the line has the option whose first name is `name`, by any of its names.
  package func hasOption(_ name: String) -> Bool { given.contains { $0.name == name } }

  /// Returns the values of the option whose first name is `name`, in order; empty without any.
  package func values(of name: String) -> [String] {
    given.filter { $0.name == name }.compactMap(\.value)
  }
}

/// A parser that sorts words into options, their values and arguments.
private struct WordReader {
  private let options: [LineOption]
  private(set) var arguments: [String] = []
  private(set) var pending: LineOption?
  private(set) var isOnlyArguments = false
  private(set) var given: [(name: String, value: String?)] = []

  init(_ options: [LineOption]) {
    self.options = options
  }

  /// Removes the collected words, to continue after the cursor.
  mutating func clear() {
    (arguments, pending, given) = ([], nil, [])
  }

  mutating func read(_ words: [String]) {
    for word in words {
      if let option = pending {
        given.append((option.names[0], word))
        pending = nil
      } else if isOnlyArguments || !word.hasPrefix("-") || word == "-" {
        arguments.append(word)
      } else if word == "--" {
        isOnlyArguments = true
      } else {
        readOption(word)
      }
    }
  }

  private mutating func readOption(_ word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = options.first(where: { $0.names.contains(String(parts[0])) }) else { return }
    if option.value != nil, parts.count == 1 {
      pending = option
    } else {
      given.append((option.names[0], parts.count > 1 ? String(parts[1]) : nil))
    }
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
