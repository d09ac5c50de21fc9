package import Pipeline

/// An option, a flag or an argument of a command. The command line is parsed by it, and help,
/// completions, manual pages and suggestions show it.
package struct CommandInput: Sendable {
  /// The names with their dashes, the long one first; empty for an argument.
  package var names: [String]
  /// Further names, which are understood but not shown.
  package var aliases: [String] = []
  /// The name of the value in the help; nil for a flag.
  package var valueName: String?
  /// The description for help, manual pages and completions.
  package var help: String
  /// The values that a shell suggests.
  package var values = Values.named
  /// The value without the option, for the help; nil for none.
  package var standard: String?
  /// True if the input may be given more than once.
  package var isRepeated = false
  /// True if the command can't run without the argument.
  package var isRequired = false
  /// True if the argument also takes all options that the command doesn't know.
  package var takesUnknown = false
  /// True if the value may begin with two dashes.
  package var takesDashes = false
  /// True if the flag may have a value behind an equals sign: `--is-favorite=false`.
  package var mayHaveValue = false
  /// The word that may follow the flag; nil for none.
  package var followingWord: String?
  /// True if `--no-…` means the opposite.
  package var isDeniable = false
  /// True if a word such as `yes` behind the flag is reported, as it would be taken for an argument.
  package var refusesTruth = false
  /// True if the option is a field of assets, which the help lists in a section of its own.
  package var isField = false
  /// True if help, manual pages and completions have it.
  package var isShown = true

  package init(_ names: [String], value: String? = nil, help: String, values: Values = .named) {
    (self.names, valueName, self.help, self.values) = (names, value, help, values)
  }

  /// The values that a shell suggests.
  package enum Values: Sendable {
    /// Files, folders or others, as the name of the value in the help says.
    case named
    case albums, libraries, plugins
    /// The keys of an order, with a dash before them for the opposite.
    case orders
    /// The fields of assets, and rules.
    case fields
    /// Files, if the line has an option by which paths are read.
    case readFiles
    /// The names of members of the records that the command prints.
    case members
    case folders
    case none
    /// A fixed list of values.
    case words([String])
    /// A fixed list of values, with their descriptions.
    case choices(@Sendable (Components) -> [(name: String, summary: String)])
    /// Several of the given values, separated by commas.
    indirect case list(Values)

    package static func cases<Choice: CaseIterable & RawRepresentable<String>>(
      of type: Choice.Type
    ) -> Values { .words(Choice.allCases.map(\.rawValue)) }
  }
}

extension CommandInput {
  /// The option that every command has.
  package static let help = CommandInput(["--help", "-h"], help: "Show this help.")

  /// The short names before the long ones, as the help shows them.
  package var shownNames: [String] { names.sorted { $0.utf8.count < $1.utf8.count } }

  /// The spelling in the help, such as `-l, --library <folder>` or `<rule>`.
  package var usage: String {
    let denied =
      isDeniable && valueName == nil ? names.prefix(1).map { "--no-" + $0.dropFirst(2) } : []
    let spelled = (shownNames + denied).joined(separator: ", ")
    return [spelled, valueName.map { "<\($0)>" } ?? ""].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The description with the value that holds without the option.
  package var fullHelp: String { help + (standard.map { " (default: \($0))" } ?? "") }
}

/// Splits the words of a command line into options with their values, and arguments.
package struct WordReader: Sendable {
  private let inputs: [CommandInput]
  private var places: [String: Int] = [:]

  /// A part of a command line; numbers are places in the list of inputs.
  package enum Part {
    /// A flag, or an option with its value.
    case option(Int, value: String?)
    /// An option that needs a value, and has none.
    case valueless(Int)
    /// The opposite of a flag: `--no-…`.
    case denial(Int)
    /// An option in none of the inputs.
    case unknown(String)
    /// A word that is no option.
    case argument(String)
    /// `--`, behind which no word is an option.
    case end
  }

  /// Creates a reader of options; where two have the same name, the first one is meant.
  package init(_ inputs: [CommandInput]) {
    self.inputs = inputs
    places.reserveCapacity(inputs.count * 2)
    for (place, input) in inputs.enumerated() { note(input.names, place) }
    for (place, input) in inputs.enumerated() { note(input.aliases, place) }
  }

  private mutating func note(_ names: [String], _ place: Int) {
    for name in names where places[name] == nil { places[name] = place }
  }

  /// Removes the next part from the words; nil if none is left.
  package func next(in words: inout ArraySlice<String>) -> Part? {
    guard let word = words.popFirst() else { return nil }
    if word == "--" { return .end }
    guard word.hasPrefix("-"), word != "-" || places[word] != nil else { return .argument(word) }
    let equals = word.hasPrefix("--") ? word.firstIndex(of: "=") : nil
    let name = String(word[..<(equals ?? word.endIndex)])
    let value = equals.map { String(word[word.index(after: $0)...]) }
    guard let place = places[name] else {
      if value == nil, name.hasPrefix("--no-"), let place = places["--" + name.dropFirst(5)],
        inputs[place].isDeniable
      {
        return .denial(place)
      }
      return .unknown(word)
    }
    let input = inputs[place]
    if value != nil { return .option(place, value: value) }
    if input.valueName == nil {
      let isFollowed = input.followingWord != nil && words.first == input.followingWord
      return .option(place, value: isFollowed ? words.removeFirst() : nil)
    }
    guard let next = words.first, input.takesDashes || !next.hasPrefix("--") else {
      return .valueless(place)
    }
    return .option(place, value: words.removeFirst())
  }
}
