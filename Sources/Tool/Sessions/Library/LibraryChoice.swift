internal import Acting
package import Pipeline
internal import Terminal

/// The libraries that a command works on, and how they were chosen: by an option, else by
/// `SHOTFLOW_LIBRARY`, else by the configuration file, else by a guess. A library that the user
/// named needs no permission; a guessed one does, unless the rule ships with the program.
package struct LibraryChoice {
  package let names: [String]
  private let source: Source

  private enum Source {
    case option
    case variable
    case configuration(path: String)
    case guess(LibraryGuess)
    /// The plain arguments of a rule that imports.
    case arguments
  }

  private static let variable = "SHOTFLOW_LIBRARY"

  /// Creates a choice of the libraries named with `--library`; empty for a rule whose source reads
  /// none of the user's libraries.
  package init(named names: [String]) {
    self.names = names
    source = .option
  }

  /// Returns the libraries for a command line that names none; `configuration` is read only if no
  /// variable names one. Throws its error, or ``UsageProblem`` for a file in the former format.
  package static func unnamed(_ configuration: @autoclosure () throws -> Configuration) throws
    -> LibraryChoice
  {
    if let name = Environment[variable], !name.isEmpty {
      return LibraryChoice([name], .variable)
    }
    let configuration = try configuration()
    if !configuration.libraries.isEmpty {
      return LibraryChoice(configuration.libraries, .configuration(path: configuration.path))
    }
    if let former = configuration.formerPath {
      throw UsageProblem(
        "\"\(former)\" is no longer read; name its libraries in \"\(configuration.path)\":"
          + " return { library = \"~/Pictures\" }")
    }
    let guess = LibraryGuess.standard
    return LibraryChoice(guess.library.map { [$0] } ?? [], .guess(guess))
  }

  /// Creates a choice of the libraries that plain arguments name, for a rule that imports them.
  static func importing(_ names: [String]) -> LibraryChoice { LibraryChoice(names, .arguments) }

  private init(_ names: [String], _ source: Source) {
    self.names = names
    self.source = source
  }

  var isGuessed: Bool {
    if case .guess = source { return true }
    return false
  }

  /// True if the command line names the libraries.
  var isOfCommandLine: Bool {
    switch source {
    case .option, .arguments: true
    case .variable, .configuration, .guess: false
    }
  }

  /// The source of the choice as a text in a table: `--library`, a variable, a path or `guessed`.
  var origin: String {
    switch source {
    case .option: "--library"
    case .variable: Self.variable
    case .configuration(let path): path
    case .guess: "guessed"
    case .arguments: "the arguments"
    }
  }

  /// The libraries, and how they were chosen, in one line.
  package var summary: String {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    switch source {
    case .option, .arguments: return list
    case .variable: return "\(list), from \(Self.variable)"
    case .configuration(let path): return "\(list), from \"\(path)\""
    case .guess: return "\(list), guessed"
    }
  }

  /// Writes the message that names the libraries. A guess is named on a terminal only, as often
  /// as it takes to be known.
  package func tell(_ messages: Messages, in tool: Tool) {
    guard let notice else { return }
    guard isGuessed else { return messages.write(notice) }
    tool.tellUntilKnown(notice, countedIn: "guesses", messages)
  }

  /// The message that names the libraries; nil if the command line does, or there are none.
  private var notice: String? {
    if names.isEmpty || isOfCommandLine { return nil }
    if isGuessed {
      let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
      return "reading \(list), as no library is named; --library names another"
    }
    return (names.count == 1 ? "library " : "libraries ") + summary
  }

  /// The message that nothing but these libraries was searched; nil if the command line names them,
  /// or they are the whole home.
  var searched: String? {
    if isOfCommandLine { return nil }
    let list = names.map { CommonFolder.name(of: Array($0.utf8)) }
    if list.isEmpty || list.contains("~") { return nil }
    return "searched \(list.joined(separator: " and ")) alone; name another folder, such as ~"
  }

  /// The error for a command without a library, with the remedy.
  package var absence: LibraryProblem {
    if case .arguments = source {
      let media = MountedMedia().all.map { medium in
        "\"\(medium.label)\": import "
          + medium.sources.map { "\(ShellWord($0))" }.joined(separator: " ")
      }
      return .notNamed(
        "nothing is named to import from; name a card, a phone or a folder"
          + (media.isEmpty
            ? ", such as /media/CARD" : ", such as " + media.joined(separator: ", or ")))
    }
    var looked = ""
    if case .guess(let guess) = source, !guess.candidates.isEmpty {
      let places = guess.candidates.map { "\"\($0)\"" }.joined(separator: " or ")
      looked = ", and there is no folder \(places)"
    }
    return .notNamed("no library is named\(looked); add --library FOLDER, or set \(Self.variable)")
  }
}
