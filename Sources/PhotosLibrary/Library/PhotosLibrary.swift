internal import Platform
internal import SQLite
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
  /// As it was named.
  package let name: String
  let files: PhotosFiles
  let schema: PhotosSchema
  package let modelVersion: Int64?
  private let cancellation: Cancellation?
  /// The connection that the schema was read with, for the first who wants one: reading the names of
  /// all tables and indexes again takes longer than a small question.
  private let spare: Lock<Spare?>

  /// Confined to whoever takes it out of the lock.
  private struct Spare: @unchecked Sendable {
    let database: ForeignDatabase
  }

  /// The absolute path, without links.
  package var path: OwnedBytes { files.root.path }

  /// Whether the folder at a path is a library of Photos, or is meant to be one.
  package static func isLibrary(_ path: String) -> Bool { PhotosLayout(path: path) != nil }

  /// - Parameters:
  ///   - chosen: the only assets that there are; nil for all.
  ///   - decoders: who reads metadata.
  ///   - allowsReferences: whether originals may be read that lie outside of the library.
  ///   - run: the run for which files are read; nil for none.
  /// - Throws: ``LibraryProblem``.
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
    spare = Lock(Spare(database: database))
  }

  /// What a person should know before relying on what is read.
  package var notes: [String] {
    guard let modelVersion, PhotosModelVersion.isNewerThanKnown(modelVersion) else { return [] }
    return [
      "\"\(path.string)\" was made by a newer Photos (data model \(modelVersion)) than shotflow "
        + "knows; what its columns are called is read from it, what they mean may have changed"
    ]
  }

  /// A connection of its own for a reader.
  func connect() throws -> ForeignDatabase {
    let spare = spare.withLock { spare in
      defer { spare = nil }
      return spare
    }
    // One that was opened without locks may show an older state by now.
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

  /// Calls `body` and puts what fails into the words of a message.
  static func explain<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as SQLiteProblem {
      throw LibraryProblem(path, FileProblem(problem, of: "Photos"))
    } catch let problem as FileProblem {
      throw LibraryProblem(path, problem)
    }
  }

  /// Tells libraries of older releases, and folders that only look like a library.
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
            ? "a symbolic link, which is not followed" : "no regular file"))
    }
    throw LibraryProblem.notFound(
      "\"\(path)\" has no \(files.layout.databaseFolder)/Photos.sqlite, so it is no Apple Photos "
        + "library; \(supported)")
  }
}

extension PhotosLibrary {
  /// The albums of some kinds, in the order of the kinds, and of one kind as Photos has them.
  ///
  /// Albums in folders are among them. Smart albums are tests of assets and not listed here, see
  /// ``CollectionSubtype/membership``.
  package func albums(
    _ subtypes: [CollectionSubtype] = [.albumRegular]
  ) throws -> [PhotosAlbum] {
    let tree = try albumTree()
    return subtypes.flatMap { subtype in tree.albums.filter { $0.subtype == subtype } }
  }

  /// Everything that the library has a name for.
  func albumTree() throws -> PhotosAlbumTree {
    try Self.explain(path.string) {
      try PhotosAlbumTree(connect().connection, schema)
    }
  }

  /// How many assets a source would give of an album.
  ///
  /// - Parameter predicate: the tests that count; all of them have to be answered by the library,
  ///   see ``answers(_:)``.
  package func count(of album: PhotosAlbum, where predicate: Predicate = .always) throws -> Int {
    var selection = PhotosSelection()
    selection.album = .one(album)
    selection.predicate = predicate
    return try count(selection)
  }

  /// Whether the library answers a predicate all by itself, so that assets can be counted without
  /// being read.
  package static func answers(_ predicate: Predicate) -> Bool { PhotosPredicate.answers(predicate) }

  func count(_ selection: PhotosSelection) throws -> Int {
    try Self.explain(path.string) {
      let sql = PhotosStatement(selection, schema)
      let statement = try connect().connection.prepare(sql.count)
      guard try statement.step(), let count = statement.integer(0) else { return 0 }
      return Int(clamping: count)
    }
  }
}
