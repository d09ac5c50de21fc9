internal import Files
internal import Platform
internal import Synchronization

/// An Apple Photos library, opened for reading.
///
/// ```swift
/// let library = try PhotosLibrary(path: "/Users/me/Pictures/Photos Library.photoslibrary")
/// for album in try library.albums() { print(album.title) }
/// ```
///
/// Every reader has a connection of its own, so a library can be read by several threads at once.
package final class PhotosLibrary: Library {
  /// The path as the user wrote it.
  package let name: String
  let files: PhotosFiles
  let schema: PhotosSchema
  /// The version of the data model; nil if the library does not contain it.
  package let modelVersion: Int64?
  private let cancellation: Cancellation?
  /// The connection that read the schema, for the first reader: opening a new one would read all
  /// names of tables and indexes again, which takes longer than a small query.
  private let spare: Lock<IdleConnection?>
  /// The names of contents; nil until the first asset is compared.
  private let knownContentNames = Lock<PhotosContentNames?>(nil)
  /// The albums of assets; nil until those of the first asset are requested.
  private let knownAlbumMembers = Lock<PhotosAlbumMembers?>(nil)

  /// An unused connection; confined to the caller that takes it out of the lock.
  private struct IdleConnection: @unchecked Sendable {
    let database: ForeignDatabase
  }

  /// The absolute path, without links.
  package var path: OwnedBytes { files.root.path }

  /// Returns true if the folder at a path is, or claims to be, a library of Photos.
  package static func isLibrary(_ path: String) -> Bool { PhotosLayout(path: path) != nil }

  /// Opens a library.
  ///
  /// - Parameters:
  ///   - chosen: the only assets to show; nil for all.
  ///   - decoders: the decoder processes that read metadata.
  ///   - allowsReferences: true if originals outside of the library may be read.
  ///   - run: the run for which files are read; nil for none.
  /// - Throws: ``LibraryProblem`` if it is no library, is of an old release, or can't be read.
  package init(
    path: String, chosen: ChosenAssets? = nil, cancellation: Cancellation? = nil,
    allowsReferences: Bool = false, decoders: DecoderPool? = nil, run: RunLink? = nil
  ) throws {
    name = path
    guard let layout = PhotosLayout(path: path) else {
      throw LibraryProblem.notFound("\"\(path)\" is no Apple Photos library")
    }
    let files: PhotosFiles
    do {
      files = PhotosFiles(
        try FolderRoot(path: path), layout, HeaderReaderPool(decoders: decoders, run: run),
        allowsReferences: allowsReferences)
    } catch {
      throw LibraryProblem(path, error)
    }
    self.files = files
    self.cancellation = cancellation
    if files.existing("\(layout.databaseFolder)/Photos.sqlite") == nil {
      try Self.checkOlder(path, files)
    }
    let (database, schema, modelVersion) = try Self.explain(path) {
      let database = try Self.database(
        of: files.root.path.string, layout, cancellation: cancellation)
      var schema = try PhotosSchema(database.connection)
      schema.chosen = chosen
      return (database, schema, PhotosModelVersion.read(database.connection))
    }
    self.schema = schema
    self.modelVersion = modelVersion
    spare = Lock(IdleConnection(database: database))
  }

  /// Warnings that the user should read before relying on the library's data.
  package var notes: [String] {
    guard let modelVersion, PhotosModelVersion.isNewerThanKnown(modelVersion) else { return [] }
    return [
      "\"\(path.string)\" was made by a newer Photos (data model \(modelVersion)) than shotflow "
        + "knows; what its columns are called is read from it, what they mean may have changed"
    ]
  }

  /// The albums of assets; none where they can't be read.
  var albumMembers: PhotosAlbumMembers {
    knownAlbumMembers.withLock { known in
      if let known { return known }
      let members = (try? PhotosAlbumMembers(connect().connection, schema)) ?? .none
      known = members
      return members
    }
  }

  /// The names of contents; none where they can't be read.
  var contentNames: PhotosContentNames {
    knownContentNames.withLock { known in
      if let known { return known }
      let names = (try? PhotosContentNames(connect().connection, schema)) ?? .none
      known = names
      return names
    }
  }

  func connect() throws -> ForeignDatabase {
    let spare = spare.withLock { spare in
      defer { spare = nil }
      return spare
    }
    // A connection without locks may show an older state by now.
    if let spare, spare.database.isUnchanged { return spare.database }
    return try Self.explain(path.string) {
      try Self.database(of: path.string, files.layout, cancellation: cancellation)
    }
  }

  private static func database(
    of path: String, _ layout: PhotosLayout, cancellation: Cancellation?
  ) throws -> ForeignDatabase {
    try ForeignDatabase(
      at: "\(path)/\(layout.databaseFolder)/Photos.sqlite", of: "Photos",
      cancellation: cancellation)
  }

  static func explain<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as SQLiteProblem {
      throw LibraryProblem(path, FileProblem(problem, of: "Photos"))
    } catch let problem as FileProblem {
      throw LibraryProblem(path, problem)
    }
  }

  /// Throws ``LibraryProblem`` with the reason why there is no usable `Photos.sqlite`.
  private static func checkOlder(_ path: String, _ files: PhotosFiles) throws {
    let supported = "shotflow reads libraries of macOS 10.15 and later, and of iPhones"
    if files.existing("database/photos.db") != nil || files.existing("database/Library.apdb") != nil
    {
      throw LibraryProblem.notFound(
        "\"\(path)\" is a library of macOS 10.14 or earlier; \(supported); open it once with a "
          + "newer Photos")
    }
    if let place = files.place("\(files.layout.databaseFolder)/Photos.sqlite"),
      let status = try? place.status()
    {
      throw LibraryProblem.notFound(
        "\"\(path)\": its Photos.sqlite is "
          + (status.kind == .link
            ? "a symbolic link, which is not followed" : "not an ordinary file"))
    }
    throw LibraryProblem.notFound(
      "\"\(path)\" has no \(files.layout.databaseFolder)/Photos.sqlite, so it is no Apple Photos "
        + "library; \(supported)")
  }
}

extension PhotosLibrary {
  /// Returns the albums of some kinds, in the order of the kinds, then in that of Photos; albums in
  /// folders are included. Smart albums are tests of assets, see ``CollectionSubtype/membership``.
  package func albums(
    _ subtypes: [CollectionSubtype] = [.albumRegular]
  ) throws -> [PhotosAlbum] {
    let tree = try albumTree()
    return subtypes.flatMap { subtype in tree.albums.filter { $0.subtype == subtype } }
  }

  func albumTree() throws -> PhotosAlbumTree {
    try Self.explain(path.string) {
      try PhotosAlbumTree(connect().connection, schema)
    }
  }

  /// Returns the number of assets that a source would return of an album.
  ///
  /// - Parameter test: The tests to count by; the library must answer all of them, see
  ///   ``answers(_:)``.
  package func count(of album: PhotosAlbum, where test: AssetPredicate = .always) throws -> Int {
    var selection = PhotosSelection()
    selection.album = .one(album)
    selection.predicate = test
    return try count(selection)
  }

  /// Returns true if SQL answers a predicate entirely, so that assets are counted unread.
  package static func answers(_ predicate: AssetPredicate) -> Bool {
    PhotosPredicate.answers(predicate)
  }

  func count(_ selection: PhotosSelection) throws -> Int {
    try Self.explain(path.string) {
      let sql = PhotosStatement(selection, schema)
      let statement = try connect().connection.prepare(sql.count)
      guard try statement.step(), let count = statement.integer(0) else { return 0 }
      return Int(clamping: count)
    }
  }
}

/// The version of a library's data model, which increases with every release of Photos.
enum PhotosModelVersion {
  /// Returns true for a model after macOS 27's: known ones were verified, later ones may differ.
  static func isNewerThanKnown(_ number: Int64) -> Bool { number >= 280_000_000 }

  static func read(_ connection: SQLiteConnection) -> Int64? {
    var found: Int64?
    try? connection.forEachRow(of: SQLText("SELECT Z_PLIST FROM Z_METADATA LIMIT 1")) { row in
      if let bytes = row.bytes(0) { found = BinaryPropertyList(bytes).integer("PLModelVersion") }
    }
    return found
  }
}
