internal import SQLite

/// The catalogue's pages in SQLite.
///
/// Several processes may have it open. Their transactions are short, and whoever finds the others
/// writing for longer than ``busyTimeout`` does without. Nothing is synced: after a power failure,
/// what is there is either whole or found out to be damaged, and made anew.
final class CatalogueDatabase: Sendable {
  private static let busyTimeout = Duration.milliseconds(100)
  /// `SHCA` in ASCII, in the header field for a file's kind (sqlite.org/fileformat2.html, 1.3.14).
  private static let application: Int64 = 0x5348_4341
  private static let version: Int64 = 1
  /// A page of the catalogue is about 7 KB.
  static let pageSize: Int64 = 16_384

  private let database: SharedConnection

  /// - Throws: ``CatalogueProblem``.
  init(at path: String) throws(CatalogueProblem) {
    do {
      let connection = try Self.open(path)
      guard try connection.integer("PRAGMA application_id") == Self.application else {
        throw CatalogueProblem.damaged("it is no catalogue")
      }
      guard try connection.integer("PRAGMA user_version") == Self.version else {
        throw CatalogueProblem.damaged("another version of shotflow made it")
      }
      _ = try connection.cached(Self.selection)
      database = SharedConnection(connection)
    } catch {
      throw CatalogueProblem(error)
    }
  }

  /// Makes an empty catalogue in an empty file.
  static func make(at path: String) throws(CatalogueProblem) {
    do {
      try open(path).execute(
        """
        PRAGMA page_size = \(pageSize);
        PRAGMA application_id = \(application);
        PRAGMA user_version = \(version);
        CREATE TABLE page (
          device INTEGER NOT NULL,
          range INTEGER NOT NULL,
          used INTEGER NOT NULL,
          count INTEGER NOT NULL,
          entries BLOB NOT NULL,
          UNIQUE (device, range)
        ) STRICT;
        PRAGMA journal_mode = WAL;
        """)
    } catch {
      throw CatalogueProblem(error)
    }
  }

  /// The last one to close it moves the log into the database.
  func close() {
    database.close()
  }

  private static func open(_ path: String) throws(SQLiteProblem) -> SQLiteConnection {
    try SQLiteConnection(
      path: path, busyTimeout: busyTimeout, setup: "PRAGMA synchronous = OFF")
  }

  private static let selection: SQLText =
    "SELECT entries, used FROM page WHERE device = ? AND range = ?"

  /// What is known of the files of one range, and on which day it was last used.
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

  /// Puts what was learned into the pages, and notes which others were of use.
  ///
  /// - Parameters:
  ///   - limit: how many bytes the catalogue may take.
  ///   - today: a number of days.
  func save(
    _ notes: CatalogueNotes, touching used: [CataloguePage.Place], limit: Int64, today: Int64
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
    _ notes: CatalogueNotes, today: Int64, in database: SQLiteConnection
  ) throws {
    let save = try database.cached(
      """
      INSERT INTO page (device, range, used, count, entries) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (device, range) DO UPDATE
      SET used = excluded.used, count = excluded.count, entries = excluded.entries
      """)
    try notes.forEachPage { place, entries in
      let draft = CataloguePageDraft(try page(at: place, in: database).page, adding: entries)
      let values = place.values + [.integer(today), .integer(Int64(draft.count))]
      try draft.finish().withUnsafeBytes { bytes in
        save.bind(bytes: bytes, to: 5)
        try save.run(values)
      }
    }
  }

  /// Takes out what was not used for longest, until three quarters of the limit are left; whether
  /// there is room now.
  private func makeRoom(_ limit: Int64, today: Int64, in database: SQLiteConnection) throws -> Bool
  {
    guard try size(database) >= limit else { return true }
    var surplus = try size(database) - limit / 4 * 3
    let days = try database.prepare(
      SQLText(
        """
        SELECT used, sum(length(entries)) FROM page WHERE used < ? GROUP BY used ORDER BY used
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
    return try size(database) < limit
  }

  /// The bytes that are taken by something.
  private func size(_ database: SQLiteConnection) throws -> Int64 {
    let pages = try database.integer("PRAGMA page_count") ?? 0
    let free = try database.integer("PRAGMA freelist_count") ?? 0
    return (pages - free) * Self.pageSize
  }

  /// How many files are known.
  func fileCount() throws(CatalogueProblem) -> Int64 {
    do {
      return try database.use {
        try $0.integer("SELECT coalesce(sum(count), 0) FROM page") ?? 0
      }
    } catch {
      throw CatalogueProblem(error)
    }
  }

  /// Forgets everything; the file keeps its size until it is filled again.
  func removeAll() throws(CatalogueProblem) {
    do {
      try database.use { try $0.execute("DELETE FROM page") }
    } catch {
      throw CatalogueProblem(error)
    }
  }
}

extension CataloguePage.Place {
  /// The values of the columns `device` and `range`, whose bits are kept.
  fileprivate var values: [SQLiteValue] {
    [.integer(Int64(bitPattern: device)), .integer(Int64(bitPattern: range))]
  }
}
