/// The reason why a library or an album can't be used.
///
/// ```swift
/// throw LibraryProblem(place, "line 3 has an open quote")
/// ```
public enum LibraryProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case notNamed(String)
  case notFound(String)
  case notPermitted(String)
  case noAlbum(String)
  /// A library has no album of a name that is the title of a smart album.
  case smartAlbum(CollectionSubtype, String)

  /// Creates the problem of a library that can't be read.
  ///
  /// - Parameter reason: The reason, in lower case and without a full stop.
  public init(_ place: LibraryPlace, _ reason: String) {
    self = .notFound("library \"\(place.name)\": \(reason)")
  }

  package init(_ path: String, _ problem: FileProblem) {
    let message = "library \"\(path)\": \(problem.reason)"
    self = problem.isRefusal ? .notPermitted(message) : .notFound(message)
  }

  /// Returns the problem of an album that a library does not have, with a suggestion.
  ///
  /// - Parameter candidates: The titles of its albums.
  package static func missing(
    album name: String, of library: String, among candidates: some Sequence<String>
  ) -> LibraryProblem {
    let message = "\"\(library)\" has no album \"\(name)\""
    if let smart = CollectionSubtype.allCases.first(where: { $0.title == name }) {
      return .smartAlbum(
        smart, message + "; the smart album of that title is \"\(smart.rawValue)\"")
    }
    return .noAlbum(message + NearestName.remedy(NearestName.of(name, among: candidates)))
  }

  public var description: String {
    switch self {
    case .notNamed(let message), .notFound(let message), .notPermitted(let message),
      .noAlbum(let message), .smartAlbum(_, let message):
      message
    }
  }
}

extension LibraryProblem {
  /// Calls `body`, whose errors of reading a database become the problem of the library at a path.
  ///
  /// - Parameter program: The name of the program that writes the database.
  package static func explaining<Result>(
    _ path: String, of program: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let problem as SQLiteProblem {
      throw LibraryProblem(path, FileProblem(problem, of: program))
    } catch let problem as FileProblem {
      throw LibraryProblem(path, problem)
    }
  }
}

extension ForeignDatabase {
  /// Checks that everything that was read belongs to one state of the database.
  ///
  /// - Throws: ``LibraryProblem`` when another program wrote to the database meanwhile.
  package func checkUnchanged() throws(LibraryProblem) {
    if isUnchanged { return }
    throw .notFound("\"\(path)\" was changed by another program while it was read; try again")
  }
}
