/// The SQLite database of the catalogue's pages, which processes share. Transactions are short; a
/// process that waits longer than ``busyTimeout`` works without it. Nothing is synced: after a
/// power failure, the database is either whole or recognised as damaged, and made again.
final class CatalogueStore: Sendable {
  private static let busyTimeout = Duration.milliseconds(100)
  /// The longest time for a step of a statement; far more than any catalogue needs on a slow disk.
  private static let longestStep = Duration.seconds(20)
  /// `SHCA` in ASCII, the application ID in SQLite's header (sqlite.org/fileformat2.html, 1.3.14).
  private static let application: Int64 = 0x5348_4341
  private static let version: Int64 = 1
  /// The size of SQLite's pages in bytes; a page of the catalogue takes about 7 KB.
  static let pageSize: Int64 = 16_384

  private let database: SharedConnection

  init(at path: String) throws(CatalogueProblem) {
    do {
      let connection = try Self.open(path)
      guard try connection.integer("PRAGMA application_id") == Self.application else {
        throw CatalogueProblem.damaged("it is no catalogue")
      }
      guard try connection.integer("PRAGMA user_version") == Self.version else {
        throw CatalogueProblem.damaged("another version of shotflow made it")
      }
      try connection.execute(Self.textTable)
      if let difference = try Self.tables.difference(of: connection) {
        throw CatalogueProblem.damaged(difference)
      }
      _ = try connection.cached(Self.selection)
      database = SharedConnection(connection)
    } catch {
      throw CatalogueProblem(error)
    }
  }

  /// Creates an empty catalogue in an empty file.
  static func make(at path: String) throws(CatalogueProblem) {
    do {
      try open(path).execute(
        """
        PRAGMA page_size = \(pageSize);
        PRAGMA application_id = \(application);
        PRAGMA user_version = \(version);
        \(pageTable);
        PRAGMA journal_mode = WAL;
        """)
    } catch {
      throw CatalogueProblem(error)
    }
  }

  private static let pageTable = """
    CREATE TABLE page (
      device INTEGER NOT NULL,
      range INTEGER NOT NULL,
      used INTEGER NOT NULL,
      count INTEGER NOT NULL,
      entries BLOB NOT NULL,
      UNIQUE (device, range)
    ) STRICT
    """

  /// The table of texts, one for each file and stage; a catalogue of an earlier version lacks it.
  private static let textTable = """
    CREATE TABLE IF NOT EXISTS text (
      maker TEXT NOT NULL,
      device INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      name INTEGER NOT NULL,
      used INTEGER NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (device, inode, maker)
    ) STRICT
    """

  static let tables = SQLiteSchema(
    madeBy: [pageTable, textTable],
    digest: "138f2a6723fb60aa1420edb68b6331dd535c12da7e9f2dad9f08a7f5ca1d217b")

  /// Closes the database; the last process that closes it merges the log into it.
  func close() {
    database.close()
  }

  private static func open(_ path: String) throws(SQLiteProblem) -> SQLiteConnection {
    try SQLiteConnection(
      path: path, busyTimeout: busyTimeout, longestStep: longestStep, isGuarded: true,
      setup: "PRAGMA synchronous = OFF")
  }

  private static let selection: SQLText =
    "SELECT entries, used FROM page WHERE device = ? AND range = ?"

  /// Returns the page for a range of inodes, and the day of its last use in days since 1970; an
  /// empty page and `Int64.max` if none is stored.
  func page(
    at place: CataloguePage.Place
  ) throws(CatalogueProblem) -> (page: CataloguePage, used: Int64) {
    do {
      return try database.use { try Self.page(at: place, in: $0) }
    } catch {
      throw CatalogueProblem(error)
    }
  }

  private static func page(
    at place: CataloguePage.Place, in database: SQLiteConnection
  ) throws -> (page: CataloguePage, used: Int64) {
    let statement = try database.cached(selection)
    statement.restart(place.values)
    guard try statement.step() else { return (CataloguePage(empty: place), .max) }
    guard let bytes = statement.bytes(0), let page = CataloguePage(bytes, at: place),
      let used = statement.integer(1)
    else { throw CatalogueProblem.damaged("a page of it can't be read") }
    return (page, used)
  }

  /// Writes new facts into the pages if there is room below `limit`, in bytes, and marks the pages
  /// `used` as used `today`, in days since 1970.
  func save(
    _ notes: PendingCatalogueEntries, touching used: [CataloguePage.Place], limit: Int64,
    today: Int64
  ) throws(CatalogueProblem) {
    do {
      try database.use { connection in
        try connection.transaction {
          let touch = try connection.cached(
            "UPDATE page SET used = ? WHERE device = ? AND range = ?")
          for place in used { try touch.run([.integer(today)] + place.values) }
          guard try makeRoom(limit, today: today, in: connection) else { return }
          try Self.save(notes, today: today, in: connection)
        }
      }
    } catch {
      throw CatalogueProblem(error)
    }
  }

  private static func save(
    _ notes: PendingCatalogueEntries, today: Int64, in database: SQLiteConnection
  ) throws {
    let save = try database.cached(
      """
      INSERT INTO page (device, range, used, count, entries) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (device, range) DO UPDATE
      SET used = excluded.used, count = excluded.count, entries = excluded.entries
      """)
    try notes.forEachPage { place, entries in
      let draft = CataloguePageBuilder(try page(at: place, in: database).page, adding: entries)
      let values = place.values + [.integer(today), .integer(Int64(draft.count))]
      try draft.finish().withUnsafeBytes { bytes in
        save.bind(bytes: bytes, to: 5)
        try save.run(values)
      }
    }
  }

  /// If the database has `limit` bytes, removes the least recently used pages and texts down to
  /// three quarters; returns true if there is room for more.
  private func makeRoom(_ limit: Int64, today: Int64, in database: SQLiteConnection) throws -> Bool
  {
    guard try size(database) >= limit else { return true }
    var surplus = try size(database) - limit / 4 * 3
    let days = try database.prepare(
      SQLText(
        """
        SELECT used, sum(bytes) FROM (
          SELECT used, length(entries) AS bytes FROM page
          UNION ALL SELECT used, length(content) FROM text)
        WHERE used < ? GROUP BY used ORDER BY used
        """, [.integer(today)]))
    var last: Int64?
    while surplus > 0, try days.step() {
      last = days.integer(0)
      surplus -= days.integer(1) ?? 0
    }
    days.restart()
    guard let last else { return false }
    try database.execute("PRAGMA secure_delete = OFF")
    try database.prepare("DELETE FROM page WHERE used <= ?").run([.integer(last)])
    try database.prepare("DELETE FROM text WHERE used <= ?").run([.integer(last)])
    return try size(database) < limit
  }

  private func size(_ database: SQLiteConnection) throws -> Int64 {
    let pages = try database.integer("PRAGMA page_count") ?? 0
    let free = try database.integer("PRAGMA freelist_count") ?? 0
    return (pages - free) * Self.pageSize
  }

  /// Returns the text that a stage stored for a file, and the day of its last use in days since
  /// 1970; nil if none is stored for the unchanged file.
  ///
  /// - Parameter maker: a text that names the stage and all else that the text depends on.
  func text(
    by maker: String, of key: CatalogueKey
  ) throws(CatalogueProblem) -> (text: String, used: Int64)? {
    do {
      return try database.use { connection in
        let statement = try connection.cached(
          """
          SELECT content, used FROM text WHERE device = ? AND inode = ? AND maker = ?
          AND size = ? AND modified = ? AND changed = ? AND name = ?
          """)
        statement.restart(key.place + [.text(maker)] + key.state)
        guard try statement.step(), let text = statement.text(0), let used = statement.integer(1)
        else { return nil }
        return (text, used)
      }
    } catch {
      throw CatalogueProblem(error)
    }
  }

  /// Stores a text for a file in place of an earlier one by the same maker, if there is room.
  func save(
    _ text: String, by maker: String, of key: CatalogueKey, limit: Int64, today: Int64
  ) throws(CatalogueProblem) {
    do {
      try database.use { connection in
        try connection.transaction {
          guard try makeRoom(limit, today: today, in: connection) else { return }
          let save = try connection.cached(
            """
            INSERT OR REPLACE INTO text
            (device, inode, maker, size, modified, changed, name, used, content)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
          try save.run(
            key.place + [.text(maker)] + key.state + [.integer(today), .text(text)])
        }
      }
    } catch {
      throw CatalogueProblem(error)
    }
  }

  func fileCount() throws(CatalogueProblem) -> Int64 {
    do {
      return try database.use {
        try $0.integer("SELECT coalesce(sum(count), 0) FROM page") ?? 0
      }
    } catch {
      throw CatalogueProblem(error)
    }
  }

  /// Removes all entries; the file keeps its size until it is filled again.
  func removeAll() throws(CatalogueProblem) {
    do {
      try database.use { try $0.execute("DELETE FROM page; DELETE FROM text") }
    } catch {
      throw CatalogueProblem(error)
    }
  }
}

extension CataloguePage.Place {
  /// The bits of `device` and `range` as signed numbers, for SQLite's columns.
  fileprivate var values: [SQLiteValue] {
    [.integer(Int64(bitPattern: device)), .integer(Int64(bitPattern: range))]
  }
}

extension CatalogueKey {
  fileprivate var place: [SQLiteValue] {
    [.integer(Int64(bitPattern: device)), .integer(Int64(bitPattern: inode))]
  }

  /// The file's size, both times and name, which an entry has to match.
  fileprivate var state: [SQLiteValue] {
    [.integer(size), .integer(modified), .integer(changed), .integer(Int64(name))]
  }
}
