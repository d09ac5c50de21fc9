/// A command line up to the cursor and behind it, as far as its options are known.
package struct LineReading: Sendable {
  /// The words that name the command: `auth grant`.
  package let command: [String]
  /// The start of the word with the cursor.
  package let current: String
  /// The arguments in front of the cursor.
  package private(set) var arguments: [String] = []
  /// Those behind it.
  package private(set) var laterArguments: [String] = []
  /// The option whose value the word with the cursor is.
  let pending: LineOption?
  /// True behind `--`, where nothing is an option.
  let isOnlyArguments: Bool
  private var given: [(name: String, value: String?)] = []

  init(_ line: LineWords, of command: [String], _ options: [LineOption]) {
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

  package func hasOption(_ name: String) -> Bool { given.contains { $0.name == name } }

  /// The values of an option, by its first name.
  package func values(of name: String) -> [String] {
    given.filter { $0.name == name }.compactMap(\.value)
  }
}

/// Sorts words into options, their values and arguments.
private struct WordReader {
  private let options: [LineOption]
  private(set) var arguments: [String] = []
  private(set) var pending: LineOption?
  private(set) var isOnlyArguments = false
  private(set) var given: [(name: String, value: String?)] = []

  init(_ options: [LineOption]) {
    self.options = options
  }

  /// Goes on behind a word that is not read.
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
