internal import CSQLite
internal import Samples

final class PhotosDatabaseWriter {
  private var handle: OpaquePointer?
  private let release: PhotosRelease
  private var statements: [String: Insertion] = [:]
  private var keywordKeys: [String: Int64] = [:]
  private var personKeys: [String: Int64] = [:]
  private var assetKeys: [String: Int64] = [:]
  private var nextKeys: [String: Int64] = [:]
  private var keepsAssetKeys = false

  /// A prepared INSERT, and the number of each column's parameter.
  private struct Insertion {
    let handle: OpaquePointer
    let places: [String: Int32]
  }

  init(_ path: String, _ release: PhotosRelease, encoding: String) throws {
    self.release = release
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else {
      throw PhotosSampleError("can't make \(path)")
    }
    // The layout comes first, so that a log holds the rows and not the tables.
    try run("PRAGMA synchronous = OFF")
    try run("PRAGMA encoding = '\(encoding)'")
    for statement in release.tables { try run(statement) }
    if !isIndexedLate { for statement in release.indexes { try run(statement) } }
    try run("PRAGMA journal_mode = WAL")
    try run("PRAGMA wal_autocheckpoint = 0")
  }

  /// True if indexes are made after the rows, which is fastest for many.
  private var isIndexedLate: Bool { release.allIndexes != nil }

  func close() throws {
    for statement in statements.values { sqlite3_finalize(statement.handle) }
    statements = [:]
    guard sqlite3_close(handle) == SQLITE_OK else { throw failure("close") }
    handle = nil
  }

  func write(
    _ library: PhotosSampleLibrary, _ writeFiles: (PhotosSampleAsset) throws -> Void
  ) throws {
    keepsAssetKeys = !library.albums.isEmpty
    try run("BEGIN")
    for (name, number) in release.entities {
      try insert("Z_PRIMARYKEY", ["Z_ENT": .integer(Int64(number)), "Z_NAME": .text(name)])
    }
    try insert(
      "Z_METADATA",
      ["Z_VERSION": 1, "Z_PLIST": .blob(PropertyListBytes.model(library.modelVersion))])
    for asset in library.assets {
      try write(asset)
      try writeFiles(asset)
    }
    try write(library.albums)
    if isIndexedLate { for statement in release.indexes { try run(statement) } }
    try run("COMMIT")
    if !library.staysInLog { try run("PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  private func write(_ asset: PhotosSampleAsset) throws {
    let key = next("asset")
    if keepsAssetKeys { assetKeys[asset.uuid] = key }
    try insert(
      release.assetTable,
      [
        "Z_PK": .integer(key), "Z_ENT": .integer(Int64(release.assetEntity)),
        "ZADDITIONALATTRIBUTES": .integer(key), "ZEXTENDEDATTRIBUTES": .integer(key),
      ], asset.columns)
    var details = asset.details
    details["ZASSET"] = .integer(key)
    if let caption = asset.caption {
      details["ZASSETDESCRIPTION"] = .integer(key)
      try insert(
        "ZASSETDESCRIPTION",
        [
          "Z_PK": .integer(key), "ZASSETATTRIBUTES": .integer(key),
          "ZLONGDESCRIPTION": .text(caption),
        ])
    }
    details["Z_PK"] = .integer(key)
    try insert("ZADDITIONALASSETATTRIBUTES", details)
    try insert(
      "ZEXTENDEDATTRIBUTES", asset.extended, ["Z_PK": .integer(key), "ZASSET": .integer(key)])
    for resource in asset.resources {
      try insert("ZINTERNALRESOURCE", resource, ["ZASSET": .integer(key)])
    }
    for keyword in asset.keywords {
      let (table, details, column) = release.keywords
      let row = try named(keyword, &keywordKeys, "ZKEYWORD", "ZTITLE")
      try insert(table, [details: .integer(key), column: .integer(row)])
    }
    for person in asset.persons {
      let row = try named(person, &personKeys, "ZPERSON", "ZFULLNAME")
      try insert(
        "ZDETECTEDFACE",
        [
          release.faces.asset: .integer(key), release.faces.person: .integer(row), "ZCENTERX": 0.5,
          "ZCENTERY": 0.4, "ZSIZE": 0.1, "ZSOURCEWIDTH": 4032, "ZSOURCEHEIGHT": 3024,
        ])
    }
  }

  /// Returns the row of a thing with a name, made when it is first named.
  private func named(
    _ name: String, _ known: inout [String: Int64], _ table: String, _ column: String
  ) throws -> Int64 {
    if let key = known[name] { return key }
    let key = next(table)
    known[name] = key
    try insert(table, ["Z_PK": .integer(key), column: .text(name)])
    return key
  }

  private func write(_ albums: [PhotosSampleAlbum]) throws {
    let root = Int64(albums.count) + 1
    try insert(
      "ZGENERICALBUM", ["Z_PK": .integer(root), "ZKIND": 3999, "ZUUID": "ROOT", "ZTRASHEDSTATE": 0])
    for (place, album) in albums.enumerated() {
      let key = Int64(place) + 1
      if release.hasShares, album.kind == Self.sharedAlbum {
        try write(album, asShare: key)
        continue
      }
      let parent = album.parent.map { Int64($0) + 1 } ?? root
      try insert(
        "ZGENERICALBUM",
        [
          "Z_PK": .integer(key), "ZKIND": .integer(album.kind), "ZUUID": .text(album.uuid),
          "ZTITLE": album.title.map(ColumnValue.text) ?? .null, "ZTRASHEDSTATE": 0,
          "ZPARENTFOLDER": .integer(parent), "Z_FOK_PARENTFOLDER": .integer(key * 1024),
          "ZCUSTOMSORTKEY": 1, "ZCUSTOMSORTASCENDING": 1,
        ], album.columns)
      let (table, albumColumn, asset, order) = release.members
      for (place, uuid) in album.assets.enumerated() {
        guard let member = assetKeys[uuid] else { continue }
        try insert(
          table,
          [
            albumColumn: .integer(key), asset: .integer(member),
            order: .integer(Int64(place + 1) * 1024),
          ])
      }
    }
  }

  /// ZGENERICALBUM.ZKIND of a shared album.
  private static let sharedAlbum: Int64 = 1505

  private func write(_ album: PhotosSampleAlbum, asShare key: Int64) throws {
    try insert(
      "ZSHARE",
      [
        "Z_PK": .integer(key), "Z_ENT": .integer(Int64(release.entity("CollectionShare"))),
        "ZUUID": .text(album.uuid), "ZTITLE": album.title.map(ColumnValue.text) ?? .null,
        "ZTRASHEDSTATE": 0,
      ].merging(album.columns) { $1 })
    for uuid in album.assets {
      guard let member = assetKeys[uuid] else { continue }
      try run("UPDATE ZASSET SET ZCOLLECTIONSHARE = \(key) WHERE Z_PK = \(member)")
    }
  }

  private func next(_ table: String) -> Int64 {
    nextKeys[table, default: 0] += 1
    return nextKeys[table, default: 0]
  }

  /// Inserts a row of `values`, which `others` replace or extend; leaves out unknown columns.
  private func insert(
    _ table: String, _ values: [String: ColumnValue], _ others: [String: ColumnValue] = [:]
  ) throws {
    let statement = try statements[table] ?? prepare(table, values)
    statements[table] = statement
    for row in [values, others] {
      for (column, value) in row {
        if let place = statement.places[column] { bind(value, to: place, of: statement.handle) }
      }
    }
    defer {
      sqlite3_reset(statement.handle)
      sqlite3_clear_bindings(statement.handle)
    }
    guard sqlite3_step(statement.handle) == SQLITE_DONE else {
      throw failure("insert into \(table)")
    }
  }

  /// Prepares one statement a table with all of its columns; unbound ones are NULL.
  private func prepare(
    _ table: String, _ values: [String: ColumnValue]
  ) throws -> Insertion {
    let known = release.names(in: table)
    let columns = known.isEmpty ? values.keys.sorted() : ["Z_PK", "Z_ENT"] + known
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw failure(sql)
    }
    let places = zip(columns, Int32(1)...).map { ($0, $1) }
    return Insertion(handle: statement, places: Dictionary(uniqueKeysWithValues: places))
  }

  private func bind(_ value: ColumnValue, to place: Int32, of statement: OpaquePointer) {
    switch value {
    case .null: sqlite3_bind_null(statement, place)
    case .integer(let integer): sqlite3_bind_int64(statement, place, integer)
    case .real(let real): sqlite3_bind_double(statement, place, real)
    case .text(let text):
      let bytes = Array(text.utf8)
      csqlite_bind_text(statement, place, bytes, Int32(bytes.count))
    case .bytesOfText(let bytes):
      csqlite_bind_text(statement, place, bytes, Int32(bytes.count))
    case .blob(let bytes):
      // SQLITE_TRANSIENT, so that SQLite copies the bytes.
      let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      sqlite3_bind_blob(statement, place, bytes, Int32(bytes.count), copying)
    }
  }

  private func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  private func failure(_ action: String) -> PhotosSampleError {
    let reason = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
    return PhotosSampleError("can't \(action): \(reason)")
  }
}
