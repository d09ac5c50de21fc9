internal import Files
internal import Platform
internal import Synchronization

/// An Apple Photos library, opened for reading.
///
/// ```swift
/// let library = try PhotosLibrary(path: "/Users/me/Pictures/Photos Library.photoslibrary")
/// for asset in try library.assets(matching: AssetFetch(), for: run) { print(asset) }
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
  private let knownContentNames = Lock<[String: String]?>(nil)
  /// The albums of assets by their row numbers; none where they can't be read.
  let albumMembership: AlbumMembership<Int64>

  /// An unused connection; confined to the caller that takes it out of the lock.
  private struct IdleConnection: @unchecked Sendable {
    let database: ForeignDatabase
  }

  /// The absolute path, without links.
  package var path: OwnedBytes { files.root.path }

  let databasePath: String

  /// Opens a library.
  ///
  /// - Parameters:
  ///   - chosen: the only assets to show; nil for all.
  ///   - decoders: the decoder processes that read metadata.
  ///   - catalogue: what earlier runs found in files; nil to read everything.
  ///   - allowsReferences: true if originals outside of the library may be read.
  ///   - run: the run for which files are read; nil for none.
  /// - Throws: ``LibraryProblem`` if it is no library, is of an old release, or can't be read.
  package init(
    path: String, chosen: ChosenAssets? = nil, cancellation: Cancellation? = nil,
    allowsReferences: Bool = false, decoders: DecoderPool? = nil, catalogue: Catalogue? = nil,
    run: RunLink? = nil
  ) throws {
    name = path
    guard let layout = PhotosLayout(path: path) else {
      throw LibraryProblem.notFound("\"\(path)\" is no Apple Photos library")
    }
    let files: PhotosFiles
    do {
      files = PhotosFiles(
        try FolderRoot(path: path), layout,
        HeaderReaderPool(decoders: decoders, catalogue: catalogue, run: run),
        allowsReferences: allowsReferences)
    } catch {
      throw LibraryProblem(path, error)
    }
    self.files = files
    self.cancellation = cancellation
    if files.existing(layout.database) == nil {
      try Self.checkOlder(path, files)
    }
    let databasePath = "\(files.root.path.string)/\(layout.database)"
    self.databasePath = databasePath
    let (database, schema, modelVersion) = try LibraryProblem.explaining(path, of: "Photos") {
      let database = try Self.connect(databasePath, cancellation)
      var schema = try PhotosSchema(database.connection)
      schema.chosen = chosen
      return (database, schema, PhotosModelVersion.read(database.connection))
    }
    self.schema = schema
    self.modelVersion = modelVersion
    spare = Lock(IdleConnection(database: database))
    albumMembership = AlbumMembership {
      let opened = try? Self.connect(databasePath, cancellation)
      return opened.flatMap { try? PhotosAlbumTree.memberships($0.connection, schema) } ?? [:]
    }
  }

  /// Warnings that the user should read before relying on the library's data.
  package var notes: [String] {
    guard let modelVersion, PhotosModelVersion.isNewerThanKnown(modelVersion) else { return [] }
    return [
      "\"\(path.string)\" was made by a newer Photos (data model \(modelVersion)) than shotflow "
        + "knows; what its columns are called is read from it, what they mean may have changed"
    ]
  }

  /// The names of contents by the first parts of identifiers; none where they can't be read.
  var contentNames: [String: String] {
    knownContentNames.withLock { known in
      let names = known ?? (try? schema.contentNames(connect().connection)) ?? [:]
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
    return try explain { try Self.connect(databasePath, cancellation) }
  }

  private static func connect(
    _ path: String, _ cancellation: Cancellation?
  ) throws -> ForeignDatabase {
    let database = try ForeignDatabase(at: path, of: "Photos", cancellation: cancellation)
    try database.connection.addValueFunctions()
    return database
  }

  /// Calls `body`, whose errors of reading the database become the problem of this library.
  func explain<Result>(_ body: () throws -> Result) throws -> Result {
    try LibraryProblem.explaining(path.string, of: "Photos", body)
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
    if let status = try? files.place(files.layout.database)?.status() {
      throw LibraryProblem.notFound(
        "\"\(path)\": its Photos.sqlite is "
          + (status.kind == .link
            ? "a symbolic link, which is not followed" : "not an ordinary file"))
    }
    throw LibraryProblem.notFound(
      "\"\(path)\" has no \(files.layout.database), so it is no Apple Photos "
        + "library; \(supported)")
  }
}

extension PhotosLibrary {
  func albumTree() throws -> PhotosAlbumTree {
    try explain { try PhotosAlbumTree(connect().connection, schema) }
  }

  /// Returns true if SQL answers a predicate entirely, so that assets are counted unread.
  package static func answers(_ predicate: AssetPredicate) -> Bool {
    PhotosPredicate(.empty).answers(predicate)
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
