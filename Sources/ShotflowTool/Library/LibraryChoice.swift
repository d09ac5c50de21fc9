internal import Pipeline

/// The libraries that a command works on, and who chose them.
///
/// The user names them with an option, else by `SHOTFLOW_LIBRARY`, else in the configuration file;
/// otherwise one is guessed. What comes first wins as a whole. A library that the user named needs no
/// permission; a guessed one does, unless the rule ships with the program.
struct LibraryChoice {
  let names: [String]
  private let origin: Origin

  private enum Origin {
    case option
    case variable
    case configuration(folder: String)
    case guess(LibraryGuess)
  }

  private static let variable = "SHOTFLOW_LIBRARY"

  /// Libraries that were named with `--library`; none for a rule that reads none of the run's.
  init(named names: [String]) {
    self.names = names
    origin = .option
  }

  /// The libraries of a command line that names none.
  ///
  /// - Throws: as ``Configuration/init(in:home:kinds:)``.
  static func unnamed(in tool: Tool) throws -> LibraryChoice {
    if let name = Environment[variable], !name.isEmpty {
      return LibraryChoice([name], .variable)
    }
    if let folder = try? tool.directories().configuration {
      let configuration = try Configuration(
        in: folder, home: Environment["HOME"], kinds: tool.libraryKinds)
      if !configuration.libraries.isEmpty {
        return LibraryChoice(configuration.libraries, .configuration(folder: folder))
      }
    }
    let guess = LibraryGuess.standard
    return LibraryChoice(guess.library.map { [$0] } ?? [], .guess(guess))
  }

  private init(_ names: [String], _ origin: Origin) {
    self.names = names
    self.origin = origin
  }

  /// True when the user named no library.
  var isGuessed: Bool {
    if case .guess = origin { return true }
    return false
  }

  /// The libraries and where they come from.
  var summary: String {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    switch origin {
    case .option: return list
    case .variable: return "\(list), from \(Self.variable)"
    case .configuration(let folder): return "\(list), from \"\(folder)/config\""
    case .guess: return "\(list), guessed"
    }
  }

  /// The message that names the libraries; nil where the command line names them, and without any.
  var notice: String? {
    if names.isEmpty { return nil }
    if case .option = origin { return nil }
    return (names.count == 1 ? "library " : "libraries ") + summary
      + (isGuessed ? "; --library names another" : "")
  }

  /// The error for a command without a library, with the remedy.
  var absence: LibraryProblem {
    var looked = ""
    if case .guess(let guess) = origin, !guess.candidates.isEmpty {
      let places = guess.candidates.map { "\"\($0)\"" }.joined(separator: " or ")
      looked = ", and there is no folder \(places)"
    }
    return .notNamed("no library is named\(looked); add --library FOLDER, or set \(Self.variable)")
  }
}
