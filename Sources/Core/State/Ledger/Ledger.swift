internal import Files
internal import Platform

/// The record of offers: which content was offered, when, by which rule and with what outcome. No
/// content is offered twice, and no offer is forgotten.
///
/// ```swift
/// let ledger = try Ledger(at: directories.ledger)
/// if let claim = try ledger.claim(request, at: now) {
///   try ledger.markOffered(claim, at: now)
///   try ledger.settle(claim, as: ask(), at: later)
/// }
/// ```
///
/// A claim is unique for content and memory, and synced to the disk before it is returned: a crash
/// at any time leaves the content either untouched or claimed. A claim without an outcome whose
/// process ended is listed as unconfirmed, and its content is not claimed again until it is
/// forgotten; a repeatable claim gives way to another repeatable one, so that such an offer is made at
/// least once.
///
/// Any number of processes and threads may share one file. Each process has one connection, as its
/// short transactions exclude each other anyway; it need not be closed.
package final class Ledger: Sendable {
  /// The path of the ledger's file.
  package let path: String
  let options: LedgerOptions
  private let database: SharedConnection
  let claimant: String
  /// The status of the opened file; nil if the file must not be renamed when damaged.
  private let expendable: FileStatus?

  /// Opens the ledger; creates it and its folder if they don't exist. Renames a damaged ledger and
  /// throws; no new one is created until the user asks for it.
  ///
  /// - Parameter acceptsLoss: True to create a new ledger after a damaged one was renamed.
  package convenience init(
    at path: String, acceptsLoss: Bool = false, options: LedgerOptions = LedgerOptions()
  ) throws(LedgerError) {
    let file = LedgerFile(path: path)
    let status = FileStatus(directory: AT_FDCWD, name: path)
    do throws(LedgerError) {
      if try !file.exists(acceptsLoss: acceptsLoss) { try file.create(options.schema) }
      try self.init(opening: file, options, setsAside: true)
    } catch {
      throw error.settingAside(status, at: path)
    }
  }

  /// Creates an empty ledger if none exists, or if the present one is damaged, which is then
  /// renamed; returns the new path of the damaged one, or nil. Throws
  /// ``LedgerError/present(path:)`` if there is a sound ledger.
  package static func makeNew(
    at path: String, options: LedgerOptions = LedgerOptions()
  ) throws(LedgerError) -> String? {
    var aside: String?
    do throws(LedgerError) {
      if let ledger = try existing(at: path, options: options) {
        _ = try ledger.entries(limit: 1)
        throw .present(path: path)
      }
    } catch {
      switch error {
      case .damaged:
        let status = FileStatus(directory: AT_FDCWD, name: path)
        aside = LedgerFile(path: path).setAside(status)
        if aside == nil { throw error }
      case .notRestored: break
      default: throw error
      }
    }
    _ = try Ledger(at: path, acceptsLoss: true, options: options)
    return aside
  }

  /// Opens the ledger if it exists; returns nil if not, so that a dry run leaves no trace.
  ///
  /// - Parameter setsAside: True to rename a damaged ledger, as ``init(at:acceptsLoss:options:)``
  ///   does; else it stays where it is.
  package static func existing(
    at path: String, setsAside: Bool = false, options: LedgerOptions = LedgerOptions()
  ) throws(LedgerError) -> Ledger? {
    let file = LedgerFile(path: path)
    let status = setsAside ? FileStatus(directory: AT_FDCWD, name: path) : nil
    do throws(LedgerError) {
      guard try file.exists() else { return nil }
      return try Ledger(opening: file, options, setsAside: setsAside)
    } catch {
      throw error.settingAside(status, at: path)
    }
  }

  private init(
    opening file: LedgerFile, _ options: LedgerOptions, setsAside: Bool
  ) throws(LedgerError) {
    try file.checkPlace()
    try file.checkWritable()
    path = file.path
    expendable = setsAside ? FileStatus(directory: AT_FDCWD, name: file.path) : nil
    self.options = options
    claimant = "\(options.claimant ?? .current)"
    do {
      // A claim must outlast a power failure; else macOS leaves it in the cache of the drive.
      let connection = try SQLiteConnection(
        path: path, busyTimeout: options.busyTimeout, longestStep: LedgerFile.longestStep,
        isGuarded: true, setup: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
      try options.schema.prepare(connection, at: file.path)
      database = SharedConnection(connection)
    } catch {
      throw LedgerError(error, path: file.path, busyTimeout: options.busyTimeout)
    }
  }

  /// Returns true for each content that has an entry in a memory, and so is not offered again.
  ///
  /// - Parameter repeats: True to leave out entries that a repeatable request would take over.
  package func isRemembered(
    _ digests: some Sequence<ContentDigest>, memory: String, repeating repeats: Bool = false
  ) throws(LedgerError) -> [Bool] {
    try Self.check(memory: memory)
    var running: [String: Bool] = [:]
    return try transaction(.deferred) { database in
      let statement = try database.cached("SELECT 1 FROM offer WHERE memory = ? AND digest = ?")
      return try digests.map { digest in
        let content: [SQLiteValue] = [.text(memory), .text(digest.description)]
        guard try statement.firstInteger(content) != nil else { return false }
        return try !repeats || abandoned(content, in: database, &running) == nil
      }
    }
  }

  /// Claims one content at `now`, in milliseconds since 1970, synced before this returns; nil if
  /// the memory has an entry for the content.
  package func claim(_ request: ClaimRequest, at now: Int64) throws(LedgerError) -> Claim? {
    try claim(CollectionOfOne(request), at: now)[0]
  }

  /// Claims contents, all in one transaction that is synced before this returns; none if it throws.
  /// An element is nil if the memory has an entry for the content, in any state, or if an earlier
  /// request of the same call claimed it. A repeatable request takes over a repeatable claim that a
  /// process left without an outcome.
  package func claim(
    _ requests: some Collection<ClaimRequest>, at now: Int64
  ) throws(LedgerError) -> [Claim?] {
    for request in requests { try Self.check(memory: request.memory) }
    var running: [String: Bool] = [:]
    return try transaction { database in
      return try requests.map { request in
        let statement = try database.cached(
          request.isRepeatable ? Self.repeatableInsertion : Self.insertion)
        let content: [SQLiteValue] = [.text(request.memory), .text(request.digest.description)]
        let values =
          content + [
            .text(request.rule), .text(request.identifier), .text(request.library),
            .text(request.filename), .text(claimant), .integer(now),
          ]
        var row = try statement.firstInteger(values)
        if row == nil, request.isRepeatable,
          let abandoned = try abandoned(content, in: database, &running)
        {
          // A new row, as the process may have been wrongly taken for one that ended.
          try database.cached("DELETE FROM offer WHERE id = ?").run([.integer(abandoned)])
          row = try statement.firstInteger(values)
        }
        return row.map { Claim(digest: request.digest, memory: request.memory, row: $0) }
      }
    }
  }

  private static let insertion: SQLText =
    """
    INSERT INTO offer
      (memory, digest, rule, identifier, library, filename, claimant, claimedAt)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (memory, digest) DO NOTHING RETURNING id
    """

  private static let repeatableInsertion: SQLText =
    """
    INSERT INTO offer
      (memory, digest, rule, identifier, library, filename, claimant, claimedAt, isRepeatable)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)
    ON CONFLICT (memory, digest) DO NOTHING RETURNING id
    """

  /// Returns the row of a repeatable claim without an outcome whose process has ended; nil if there
  /// is none.
  private func abandoned(
    _ content: [SQLiteValue], in database: SQLiteConnection, _ running: inout [String: Bool]
  ) throws -> Int64? {
    let found = try database.cached(
      """
      SELECT id, claimant FROM offer
      WHERE memory = ? AND digest = ? AND outcome IS NULL AND isRepeatable = 1
      """)
    found.restart(content)
    guard try found.step(), let row = found.integer(0), let claimant = found.text(1) else {
      return nil
    }
    return isRunning(claimant, &running) ? nil : row
  }

  /// Runs one transaction, immediate by default; failures become ``LedgerError``.
  func transaction<Result: Sendable>(
    _ kind: SQLiteConnection.TransactionKind = .immediate,
    _ body: (SQLiteConnection) throws -> Result
  ) throws(LedgerError) -> Result {
    do {
      return try database.use { connection in
        try connection.transaction(kind) { try body(connection) }
      }
    } catch {
      let problem = LedgerError(error, path: path, busyTimeout: options.busyTimeout)
      // SQLite's log is in use as long as the database is open.
      if case .damaged = problem { database.close() }
      throw problem.settingAside(expendable, at: path)
    }
  }
}

extension Ledger {
  /// The largest number of characters in a memory's name.
  package static let longestMemory = 64

  /// Throws unless a memory's name is 1 to 64 ASCII letters, digits, `.`, `_` and `-`, beginning
  /// with a letter or digit.
  package static func check(memory name: String) throws(LedgerError) {
    let bytes = name.utf8
    guard (1...longestMemory).contains(bytes.count), let first = bytes.first, first.isLetterOrDigit,
      bytes.allSatisfy({ $0.isLetterOrDigit || "._-".utf8.contains($0) })
    else { throw .invalidMemory(name) }
  }
}

/// The options of opening a ledger; the defaults are those of the tool.
package struct LedgerOptions: Sendable {
  /// The longest time to wait for another process's transaction.
  package var busyTimeout: Duration = .seconds(5)
  /// The process that claims are written for; nil for the process that opens the ledger.
  package var claimant: ProcessIdentity?
  /// Returns true if a claimant still runs, so that its claim is not abandoned.
  package var isRunning: @Sendable (ProcessIdentity) -> Bool = { $0.isRunning }
  var schema = LedgerSchema.current

  package init() {}
}
