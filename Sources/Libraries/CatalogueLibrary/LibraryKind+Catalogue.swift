internal import Platform
internal import Synchronization

/// The names by which a catalogue is recognised, so that its declaration need not be read.
struct CatalogueSignature: Hashable, Sendable {
  var name: String
  var summary: String
  /// The names of the database's file, in which `*` matches any characters.
  var files: [String]
  /// The files that have to be in the database's folder too, such as `data.db`.
  var companions: [String] = []
  /// The folders in a library's folder that may have the files; "" for that folder itself.
  var folders: [String] = []
  /// The paths where the catalogue usually is.
  var usualPlaces: [String] = []
  /// The fields that the catalogue adds to the standard ones.
  var adds: [AddedField] = []
}

extension LibraryKind {
  /// Creates the kind of library that a declaration describes.
  ///
  /// Originals outside of the catalogue's folder need the permission `references`.
  package init(of declaration: CatalogueDeclaration) {
    self.init(of: declaration.signature, allowsRoots: false) { declaration }
  }

  /// Creates the kind of a declaration that is read when a library of the kind is recognised.
  ///
  /// - Parameters:
  ///   - allowsRoots: True if originals outside of the catalogue's folder may be read without the
  ///     permission `references`.
  ///   - limit: The longest time to read one page of a statement's rows.
  init(
    of signature: CatalogueSignature, allowsRoots: Bool,
    limit: Duration = CatalogueDatabase.patience,
    declaration read: @escaping @Sendable () throws -> CatalogueDeclaration
  ) {
    let declaration = DeclarationOnce(read)
    let answers: @Sendable (AssetPredicate, FieldTable) -> Bool = { test, table in
      (try? declaration.value).map {
        CataloguePredicate(fields: CatalogueFields($0, knowing: table)).answers(test)
      } ?? false
    }
    let named = NamedPlaces()
    self.init(
      name: signature.name, summary: signature.summary,
      opener: { place, run in
        try CatalogueLibrary(
          declaration.value,
          of: LibraryKind(of: signature, allowsRoots: allowsRoots, limit: limit, declaration: read),
          at: place, for: run, allowsRoots: allowsRoots, limit: limit)
      },
      answers: { answers($0, FieldTable()) },
      mark: { place in
        let files = CataloguePlace.files(at: place.path, signature)
        return files.isEmpty ? nil : LibraryMark(databases: files)
      },
      locates: { text in
        let path = CatalogueWord(text, of: signature)?.path
        if let path { named.add(path) }
        return path
      },
      words: signature.usualPlaces.isEmpty ? [] : [signature.name + ":"],
      recognises: { place in
        // A word names a catalogue, whether or not it is there: the folder alone would be read as one
        // of pictures.
        CataloguePlace.file(at: place.path, signature) != nil || named.contains(place.path)
          || signature.usualPlaces.contains { UsualPlace($0).isAt(place.path) }
      })
    fields = signature.adds
    abilities.answers = answers
    abilities.databases = { CataloguePlace.files(at: $0.path, signature) }
    abilities.albums.statements = { library, request, query in
      guard let catalogue = library as? CatalogueLibrary else { return [] }
      return try CatalogueAlbumListing(request: request, library: catalogue).statements(query)
    }
    abilities.albums.quickList = { place, limit in
      (try? declaration.value).map { CatalogueAlbums.quickList($0, at: place, within: limit) } ?? []
    }
    abilities.fetcher = { DatabaseFetcher<CatalogueSnapshot>($0) }
    abilities.albums.lister = { library, request, context in
      guard let catalogue = library as? CatalogueLibrary else { return [] }
      return try CatalogueAlbumListing(request: request, library: catalogue).albums(for: context)
    }
  }
}

/// A declaration that is read at its first use; safe from any thread.
private final class DeclarationOnce: Sendable {
  private let read: @Sendable () throws -> CatalogueDeclaration
  // A class, as a lock of the structure itself would need the types of all its members at each start.
  private let known = Lock<Known?>(nil)

  private final class Known: Sendable {
    let declaration: CatalogueDeclaration

    init(_ declaration: CatalogueDeclaration) {
      self.declaration = declaration
    }
  }

  init(_ read: @escaping @Sendable () throws -> CatalogueDeclaration) {
    self.read = read
  }

  var value: CatalogueDeclaration {
    get throws {
      try known.withLock { known in
        if let known { return known.declaration }
        let declaration = try read()
        known = Known(declaration)
        return declaration
      }
    }
  }
}

/// The paths that the user named by a kind's word; safe from any thread.
private final class NamedPlaces: Sendable {
  private let paths = Lock<Set<String>>([])

  func add(_ path: String) {
    paths.withLock { paths in
      paths.insert(path)
      if let real = RealPath(path) { paths.insert(real.text) }
    }
  }

  func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }
}

/// The word by which a user names a catalogue: `digikam:` for the one in a usual place, or
/// `digikam:PATH` for a catalogue's file or the folder that has it, which by its path alone would be
/// read as a folder of pictures.
struct CatalogueWord {
  /// The path of the catalogue's file, whether or not it exists.
  let path: String

  init?(_ text: String, of signature: CatalogueSignature) {
    guard text.hasPrefix(signature.name + ":") else { return nil }
    let given = text.dropFirst(signature.name.utf8.count + 1)
    if given.isEmpty {
      let usual = signature.usualPlaces.map { UsualPlace($0).path() }
      guard let first = usual.first else { return nil }
      path = usual.first { CataloguePlace.file(at: $0, signature) != nil } ?? first
    } else {
      let whole = UsualPlace(String(given)).path()
      path = CataloguePlace.fileInFolder(whole, signature, [""] + signature.folders) ?? whole
    }
  }
}
