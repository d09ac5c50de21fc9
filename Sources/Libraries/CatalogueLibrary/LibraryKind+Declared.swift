internal import Files
internal import LuaBridge
internal import Platform
internal import Synchronization

extension LibraryKind {
  /// The kind of catalogues that the user declares: `NAME:PATH` names the database at a path, which is
  /// read by the declaration in `libraries/NAME.lua` of the configuration folder.
  ///
  /// - Parameter folder: Returns the folder of the declarations; nil if the user has none.
  package static func declared(in folder: @escaping @Sendable () -> String?) -> LibraryKind {
    declared { name in
      guard let path = folder().map({ "\($0)/\(name).lua" }), access(path, F_OK) == 0 else {
        return nil
      }
      return path
    }
  }

  /// The kind of catalogues whose declarations are found by their names.
  ///
  /// - Parameters:
  ///   - file: Returns the path of the declaration with a name; nil if it does not exist.
  ///   - check: Throws an error for the path of a declaration that must not be used.
  ///   - fields: The fields that the declarations add.
  package static func declared(
    finding file: @escaping @Sendable (String) -> String?,
    checking check: @escaping @Sendable (String) throws -> Void = { _ in },
    adding fields: [AddedField] = []
  ) -> LibraryKind {
    let declared = DeclaredCatalogues(file, check)
    var kind = LibraryKind(
      name: "declared",
      summary: "NAME:PATH, a database by the declaration libraries/NAME.lua of your settings",
      locates: { declared.path($0) }, recognises: { declared.isNamed($0) },
      resolver: { try declared.kind(of: $0) })
    kind.fields = fields
    return kind
  }

  /// Returns the fields that declarations add, in the order of the files' names. Files that can't be
  /// read have none.
  package static func addedFields(of files: [String]) -> [AddedField] {
    files.sorted().reduce(into: []) { found, file in
      // Most add none, and need not be read as Lua.
      guard let source = try? DeclaredCatalogues.source(file), source.contains("adds"),
        source.contains("library"),
        let declaration = try? DeclarationReader.declaration(source, path: file)
      else { return }
      found.add(declaration.assets.own.map(\.field))
    }
  }

  /// Returns the folder `libraries` in the user's configuration folder; nil if that is unknown.
  package static let declarationFolder: @Sendable () -> String? = {
    let directories = try? StateDirectories { name in getenv(name).map { String(cString: $0) } }
    return directories.map { "\($0.configuration)/libraries" }
  }
}

/// The catalogues that the user named by a word and a path; safe from any thread.
private final class DeclaredCatalogues: Sendable {
  private let file: @Sendable (String) -> String?
  private let check: @Sendable (String) throws -> Void
  /// The paths of declarations' files, by the paths of the catalogues that the user named.
  private let named = Lock<[String: String]>([:])
  private let kinds = Lock<[String: LibraryKind]>([:])

  private static let largest = 1 << 20

  init(
    _ file: @escaping @Sendable (String) -> String?,
    _ check: @escaping @Sendable (String) throws -> Void
  ) {
    self.file = file
    self.check = check
  }

  /// Returns the path in `NAME:PATH`; nil for other texts, and if nothing declares the name.
  func path(_ text: String) -> String? {
    guard let colon = text.firstIndex(of: ":"), Plugin.isName(String(text[..<colon])),
      let file = file(String(text[..<colon])),
      let path = path(String(text[text.index(after: colon)...]), file)
    else { return nil }
    named.withLock { named in
      named[path] = file
      if let real = RealPath(path) { named[real.text] = file }
    }
    return path
  }

  /// Returns the path behind the colon or, if it is empty, the usual place; nil if none exists.
  private func path(_ given: String, _ file: String) -> String? {
    guard given.isEmpty else { return UsualPlace(given).path() }
    guard let source = try? Self.source(file),
      let declaration = try? DeclarationReader.declaration(source, path: file)
    else { return nil }
    let usual = declaration.usualPlaces.map { UsualPlace($0).path() }
    return usual.first { access($0, F_OK) == 0 } ?? usual.first
  }

  func isNamed(_ place: LibraryPlace) -> Bool {
    named.withLock { $0[place.path] != nil }
  }

  /// Returns the kind that reads a catalogue.
  ///
  /// - Throws: ``LibraryProblem`` when the declaration can't be read or has mistakes.
  func kind(of place: LibraryPlace) throws -> LibraryKind {
    guard let file = named.withLock({ $0[place.path] }) else {
      throw LibraryProblem(place, "nothing declares it")
    }
    return try kinds.withLock { kinds in
      if let known = kinds[file] { return known }
      try check(file)
      var declaration = try Self.declaration(file, for: place)
      // The user named the file, whatever it is called, or the folder that has it.
      declaration.files.append("*")
      if !declaration.folders.contains("") { declaration.folders.insert("", at: 0) }
      let kind = LibraryKind(of: declaration)
      kinds[file] = kind
      return kind
    }
  }

  private static func declaration(
    _ path: String, for place: LibraryPlace
  ) throws -> CatalogueDeclaration {
    do {
      return try DeclarationReader.declaration(source(path), path: path)
    } catch let problem as FileProblem {
      throw LibraryProblem(place, "its declaration \(path): \(problem.reason)")
    } catch let problems as RuleProblems {
      let list = problems.problems.map(\.description).joined(separator: "; ")
      throw LibraryProblem(place, "its declaration has mistakes: \(list)")
    }
  }

  /// Returns a declaration's text; throws if others can write the file, or if it is not UTF-8.
  static func source(_ path: String) throws(FileProblem) -> String {
    let file = try OpenFile(directory: AT_FDCWD, name: path)
    var facts = stat()
    guard fstat(file.descriptor, &facts) == 0, facts.st_uid == geteuid(),
      facts.st_mode & (S_IWGRP | S_IWOTH) == 0
    else { throw FileProblem("it belongs to another user, or others can write it") }
    guard let bytes = try file.bytes(atMost: largest),
      let source = String(validating: bytes, as: UTF8.self)
    else { throw FileProblem("it is not UTF-8") }
    return source
  }
}
