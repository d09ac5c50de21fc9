import Files
import Foundation
import PhotosSamples
import TestSupport

/// Photos at work on a library: each change is a transaction of its own, which its history records.
///
/// The database stays open, so that all of it stays in the log.
final class PhotosSession {
  let path: String
  private let database: SQLiteConnection
  private let entities: [String: Int]
  private var moment = 700_000_000.25

  init(_ library: String, _ release: PhotosRelease = .macOS15) throws {
    path = library
    database = try SQLiteConnection(
      path: library + "/database/Photos.sqlite",
      setup: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    entities = release.entities
  }

  /// A transaction's change of a row, as in the history.
  struct Entry {
    let entity: String
    let row: Int64
    var type = 1

    static func updated(_ entity: String, _ row: Int64) -> Entry { Entry(entity: entity, row: row) }

    static func inserted(_ entity: String, _ row: Int64) -> Entry {
      Entry(entity: entity, row: row, type: 0)
    }

    static func deleted(_ entity: String, _ row: Int64) -> Entry {
      Entry(entity: entity, row: row, type: 2)
    }
  }

  func commit(_ entries: [Entry], _ statements: String...) throws {
    moment += 60.5
    try database.transaction {
      for statement in statements { try database.execute(statement) }
      let insert = try database.prepare(
        """
        INSERT INTO ATRANSACTION (Z_ENT, Z_OPT, ZTIMESTAMP) VALUES (16002, 1, ?) RETURNING Z_PK
        """)
      let transaction = try insert.firstInteger([.real(moment)])
      let change = try database.prepare(
        """
        INSERT INTO ACHANGE (Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID)
        VALUES (16001, 1, ?, ?, ?, ?)
        """)
      for entry in entries {
        try change.run([
          .integer(Int64(entry.type)), .integer(Int64(entities[entry.entity] ?? 0)),
          .integer(entry.row), SQLiteValue(transaction),
        ])
      }
    }
  }

  /// Forgets the oldest part of the history, as Photos does from time to time.
  func trimHistory(before transaction: Int) throws {
    try database.execute(
      """
      BEGIN;
      DELETE FROM ACHANGE WHERE ZTRANSACTIONID < \(transaction);
      DELETE FROM ATRANSACTION WHERE Z_PK < \(transaction);
      COMMIT
      """)
  }

  /// Copies the library as it would be found had the computer stopped after a part of its log.
  ///
  /// - Parameter length: how much of the log there is.
  func copyDatabase(to library: String, logLength length: Int) throws {
    try Self.copyDatabase(of: path, to: library, WriteAheadLog(logPath), length: length)
  }

  var logPath: String { path + "/database/Photos.sqlite-wal" }

  static func copyDatabase(
    of library: String, to target: String, _ log: WriteAheadLog, length: Int
  ) throws {
    let files = FileManager.default
    let folder = target + "/database"
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let database = folder + "/Photos.sqlite"
    if !files.fileExists(atPath: database) {
      try files.copyItem(atPath: library + "/database/Photos.sqlite", toPath: database)
      try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: database)
    }
    try log.bytes.prefix(length).write(to: URL(fileURLWithPath: database + "-wal"))
  }
}
