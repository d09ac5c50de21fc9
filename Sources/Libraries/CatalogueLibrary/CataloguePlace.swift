internal import CSQLite
internal import Files
internal import Platform

/// The paths of a catalogue's databases, and the names for messages about it.
struct CataloguePlace: Sendable {
  /// The library's name, as the user wrote it.
  let name: String
  /// The program that writes the catalogue.
  let program: String
  /// The absolute path of the database.
  let database: String
  /// The absolute path of the database's folder.
  let folder: String
  /// The other databases, by their names in SQL.
  let attached: [(name: String, path: String)]

  /// - Parameter place: The path of the database, or of the folder that has it.
  /// - Throws: ``LibraryProblem`` when there is no such file.
  init(_ place: LibraryPlace, _ declaration: CatalogueDeclaration) throws(LibraryProblem) {
    name = place.name
    program = declaration.program
    guard let file = Self.file(at: place.path, declaration.signature) else {
      guard access(place.path, F_OK) == 0 else {
        throw LibraryProblem(place.name, FileProblem(error: errno))
      }
      throw .notFound(
        "library \"\(place.name)\": \(Self.lack(of: declaration.signature, at: place.path))")
    }
    guard let real = RealPath(file) else {
      throw LibraryProblem(place.name, FileProblem(error: errno))
    }
    database = real.text
    folder = Self.folder(of: database)
    let folder = folder
    attached = declaration.attached.map { ($0.name, "\(folder)/\($0.file)") }
  }

  /// Returns the reason why an existing file or folder is no catalogue.
  private static func lack(of signature: CatalogueSignature, at path: String) -> String {
    let names = signature.files.filter { $0 != "*" }
      .map { isPattern($0) ? "file like \"\($0)\"" : $0 }
    guard access("\(path)/.", F_OK) != 0 else {
      return names.isEmpty
        ? "it is a folder; name the database in it"
        : "there is no \(names.joined(separator: " or ")) in it"
    }
    guard isFile(path) else { return "it is not an ordinary file" }
    let folder = folder(of: path)
    let lacking = signature.companions.filter { !isFile("\(folder)/\($0)") }
    return lacking.isEmpty
      ? "it is not named \(names.joined(separator: " or "))"
      : "there is no \(lacking.joined(separator: " and no ")) beside it"
  }

  /// Returns the path of the database at a place; nil if the place is no such catalogue. Opens no
  /// file.
  static func file(at path: String, _ signature: CatalogueSignature) -> String? {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map(Substring.init) ?? ""
    if signature.files.contains(where: { matches($0, name) }), isFile(path) {
      // A name may be that of another program's file.
      let folder = folder(of: path)
      return signature.companions.allSatisfy { isFile("\(folder)/\($0)") } ? path : nil
    }
    return fileInFolder(path, signature, signature.folders)
  }

  /// Returns the paths of all databases at a place, the catalogue's own first; empty if the place is
  /// no such catalogue.
  static func files(at path: String, _ signature: CatalogueSignature) -> [String] {
    guard let file = file(at: path, signature) else { return [] }
    let folder = folder(of: file)
    return [file] + signature.companions.map { "\(folder)/\($0)" }
  }

  /// Returns the path of the first database in folders of a folder, or in that itself for ""; nil
  /// if none exists. Skips names with `*`.
  static func fileInFolder(
    _ path: String, _ signature: CatalogueSignature, _ folders: [String]
  ) -> String? {
    let outer = path.hasSuffix("/") ? String(path.dropLast()) : path
    for name in folders {
      let folder = name.isEmpty ? outer : "\(outer)/\(name)"
      for file in signature.files where !isPattern(file) {
        if isFile("\(folder)/\(file)"),
          signature.companions.allSatisfy({ isFile("\(folder)/\($0)") })
        {
          return "\(folder)/\(file)"
        }
      }
    }
    return nil
  }

  /// Returns true if a file's name matches a pattern, in which `*` stands for any characters.
  private static func matches(_ pattern: String, _ name: Substring) -> Bool {
    isPattern(pattern) ? LikePattern(pattern).matches(String(name)) : pattern == name
  }

  private static func isPattern(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: "*")) }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the library's error for an error of SQLite.
  ///
  /// - Parameters:
  ///   - subject: The part of the declaration that the statement was made of.
  ///   - isLate: True if the statement was ended because it took too long.
  func problem(_ problem: SQLiteProblem, in subject: String, isLate: Bool) -> LibraryProblem {
    switch problem.code {
    case SQLITE_INTERRUPT where isLate:
      .notFound("library \"\(name)\": \(subject) of its declaration takes too long to read")
    case SQLITE_AUTH:
      .notFound(
        "library \"\(name)\": \(subject) of its declaration may only read tables, and call"
          + " functions that docs/catalogues.md lists: \(problem.message)")
    case SQLITE_ERROR:
      .notFound("library \"\(name)\": \(subject) of its declaration: \(problem.message)")
    default: LibraryProblem(database, FileProblem(problem, of: program))
    }
  }
}
