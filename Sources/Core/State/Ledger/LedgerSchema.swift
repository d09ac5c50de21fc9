internal import Files

/// The tables of a ledger, as the steps that create them. A ledger's `user_version` is the number
/// of steps that were applied, so a released step is never edited: a change is one more step.
struct LedgerSchema: Sendable {
  /// The SQL scripts; the first creates version 1, each further one upgrades the version before it.
  let steps: [String]
  /// The digest of the tables that the steps create, as ``SQLiteSchema`` has it.
  var digest = ""

  /// `SHOT` in ASCII, in the header field for a file's kind (sqlite.org/fileformat2.html, 1.3.14).
  static let application: Int64 = 0x5348_4F54

  /// The tables of this version. An outcome and its moment are stored together. Row numbers are not
  /// reused (AUTOINCREMENT), so that a claim that was forgotten can't settle another one.
  static let current = LedgerSchema(
    steps: [
      """
      CREATE TABLE offer (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        memory TEXT NOT NULL,
        digest TEXT NOT NULL,
        rule TEXT NOT NULL,
        identifier TEXT NOT NULL,
        library TEXT NOT NULL,
        filename TEXT NOT NULL,
        claimant TEXT NOT NULL,
        claimedAt INTEGER NOT NULL,
        offeredAt INTEGER,
        settledAt INTEGER,
        outcome TEXT,
        UNIQUE (memory, digest),
        CHECK ((settledAt IS NULL) = (outcome IS NULL))
      ) STRICT;
      """,
      """
      CREATE TABLE delivery (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        key TEXT NOT NULL UNIQUE,
        rule TEXT NOT NULL,
        target TEXT NOT NULL,
        subject TEXT NOT NULL,
        body TEXT NOT NULL,
        claimant TEXT,
        postedAt INTEGER NOT NULL,
        deliveredAt INTEGER,
        problem TEXT,
        isRefused INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX deliveryWaiting ON delivery (rule, target) WHERE deliveredAt IS NULL;
      """,
      """
      ALTER TABLE offer ADD COLUMN isRepeatable INTEGER NOT NULL DEFAULT 0;
      """,
    ],
    digest: "6af715f1f4d8e05f736bb62dbbff376184dffe8d581b58ac84ff82789cab89d7")

  var tables: SQLiteSchema { SQLiteSchema(madeBy: steps, digest: digest) }

  var version: Int64 { Int64(steps.count) }

  /// Throws unless the database is a ledger of this version or older; upgrades an older one.
  func prepare(_ database: SQLiteConnection, at path: String) throws {
    let application = try database.integer("PRAGMA application_id")
    guard application == Self.application else { throw LedgerError.foreign(path: path) }
    if try version(of: database, at: path) < version {
      try database.transaction {
        // Another process may have been faster.
        try upgrade(database, from: version(of: database, at: path))
      }
    }
    if let difference = try tables.difference(of: database) {
      throw LedgerError.altered(path: path, difference: difference)
    }
    // It was created in this mode; this reads the header and repairs what a copying tool changed.
    guard try database.text("PRAGMA journal_mode = WAL") == "wal" else {
      throw LedgerError.failed(path: path, reason: "its file system has no shared memory")
    }
  }

  func upgrade(_ database: SQLiteConnection, from version: Int64) throws {
    for step in steps.dropFirst(Int(version)) {
      try database.execute(step)
    }
    try database.execute("PRAGMA user_version = \(self.version)")
  }

  private func version(of database: SQLiteConnection, at path: String) throws -> Int64 {
    let found = try database.integer("PRAGMA user_version") ?? 0
    if found > version { throw LedgerError.newer(path: path, version: found, known: version) }
    if found < 1 { throw LedgerError.damaged(path: path, reason: "it has no version") }
    return found
  }
}
