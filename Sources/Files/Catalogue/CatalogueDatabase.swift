internal import GRDB

/// The catalogue's pages in SQLite.
///
/// Several processes may have it open. Their transactions are short, and whoever finds the others
/// writing for longer than ``busyTimeout`` does without. Nothing is synced: after a power failure,
/// what is there is either whole or found out to be damaged, and made anew.
final class CatalogueDatabase: Sendable {
  /// Seconds.
  private static let busyTimeout = 0.1
  /// `SHCA` in ASCII, in the header field for a file's kind (sqlite.org/fileformat2.html, 1.3.14).
  private static let application: Int64 = 0x5348_4341
  private static let version: Int64 = 1
  /// A page of the catalogue is about 7 KB.
  static let pageSize: Int64 = 16_384

  private let database: OpenDatabase
  private var queue: DatabaseQueue { database.queue }

  /// - Throws: ``CatalogueProblem``.
  init(at path: String) throws(CatalogueProblem) {
    do {
      database = try OpenDatabase(path: path, configuration: Self.configuration)
      try queue.inDatabase { database in
        guard try Int64.fetchOne(database, sql: "PRAGMA application_id") == Self.application else {
          throw CatalogueProblem.damaged("it is no catalogue")
        }
        guard try Int64.fetchOne(database, sql: "PRAGMA user_version") == Self.version else {
          throw CatalogueProblem.damaged("another version of shotflow made it")
        }
        _ = try CatalogueStatement(Self.selection, in: database)
      }
    } catch {
      throw CatalogueProblem(error)
    }
  }

  /// Makes an empty catalogue in an empty file.
  static func make(at path: String) throws(CatalogueProblem) {
    do {
      let made = try OpenDatabase(path: path, configuration: configuration)
      try made.queue.inDatabase { database in
        try database.execute(
          sql: """
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
      }
      try made.queue.close()
    } catch {
      throw CatalogueProblem(error)
    }
  }

  /// The last one to close it moves the log into the database.
  func close() {
    // What fails here fails again for the next one to open it.
    try? queue.close()
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = OFF")
    }
    return configuration
  }

  private static let selection = "SELECT entries, used FROM page WHERE device = ? AND range = ?"

  /// What is known of the files of one range, and on which day it was last used.
  func page(
    at place: CataloguePage.Place
  ) throws(CatalogueProblem) -> (page: CataloguePage, used: Int64) {
    do {
      return try queue.inDatabase { try Self.page(at: place, in: $0) }
    } catch {
      throw CatalogueProblem(error)
    }
  }

  private static func page(
    at place: CataloguePage.Place, in database: Database
  ) throws -> (page: CataloguePage, used: Int64) {
    let statement = try CatalogueStatement(selection, in: database)
    defer { statement.reset() }
    statement.bind(1, place.device)
    statement.bind(2, place.range)
    guard try statement.step() else { return (CataloguePage(empty: place), .max) }
    guard let bytes = statement.bytes(0), let page = CataloguePage(bytes, at: place) else {
      throw CatalogueProblem.damaged("a page of it can't be read")
    }
    return (page, statement.integer(1))
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
      try queue.inTransaction(.immediate) { database in
        let touch = try CatalogueStatement(
          "UPDATE page SET used = ? WHERE device = ? AND range = ?", in: database)
        for place in used {
          touch.bind(1, today)
          touch.bind(2, place.device)
          touch.bind(3, place.range)
          try touch.run()
        }
        guard try makeRoom(limit, today: today, in: database) else { return .commit }
        let save = try CatalogueStatement(
          """
          INSERT INTO page (device, range, used, count, entries) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (device, range) DO UPDATE
          SET used = excluded.used, count = excluded.count, entries = excluded.entries
          """, in: database)
        try notes.forEachPage { place, entries in
          let old = try Self.page(at: place, in: database).page
          let draft = CataloguePageDraft(old, adding: entries)
          save.bind(1, place.device)
          save.bind(2, place.range)
          save.bind(3, today)
          save.bind(4, Int64(draft.count))
          try draft.finish().withUnsafeBytes { bytes in
            save.bind(5, bytes)
            try save.run()
          }
        }
        return .commit
      }
    } catch {
      throw CatalogueProblem(error)
    }
  }

  /// Takes out what was not used for longest, until three quarters of the limit are left; whether
  /// there is room now.
  private func makeRoom(_ limit: Int64, today: Int64, in database: Database) throws -> Bool {
    guard try size(database) >= limit else { return true }
    var surplus = try size(database) - limit / 4 * 3
    let days = try CatalogueStatement(
      "SELECT used, sum(length(entries)) FROM page WHERE used < ? GROUP BY used ORDER BY used",
      in: database)
    defer { days.reset() }
    days.bind(1, today)
    var last: Int64?
    while surplus > 0, try days.step() {
      last = days.integer(0)
      surplus -= days.integer(1)
    }
    days.reset()
    guard let last else { return false }
    try database.execute(sql: "PRAGMA secure_delete = OFF")
    try database.execute(sql: "DELETE FROM page WHERE used <= ?", arguments: [last])
    return try size(database) < limit
  }

  /// The bytes that are taken by something.
  private func size(_ database: Database) throws -> Int64 {
    let pages = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let free = try Int64.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
    return (pages - free) * Self.pageSize
  }

  /// How many files are known.
  func fileCount() throws(CatalogueProblem) -> Int64 {
    do {
      return try queue.inDatabase {
        try Int64.fetchOne($0, sql: "SELECT coalesce(sum(count), 0) FROM page") ?? 0
      }
    } catch {
      throw CatalogueProblem(error)
    }
  }

  /// Forgets everything; the file keeps its size until it is filled again.
  func removeAll() throws(CatalogueProblem) {
    do {
      try queue.inDatabase { try $0.execute(sql: "DELETE FROM page") }
    } catch {
      throw CatalogueProblem(error)
    }
  }
}
