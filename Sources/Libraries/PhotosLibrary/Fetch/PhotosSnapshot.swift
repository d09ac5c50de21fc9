internal import Files
internal import Platform
internal import Synchronization

/// One state of a Photos library that several results read; safe from any thread. A transaction is
/// open while a list is being found, and during each read; between them it would keep Photos from
/// truncating its log. When the next one begins, the state is compared.
final class PhotosSnapshot: LibrarySnapshot {
  let library: PhotosLibrary
  private let context: RunContext
  private let state: Lock<State>

  /// The state behind the lock. `@unchecked Sendable`: only touched while the lock is held.
  private struct State: @unchecked Sendable {
    let watch: PhotosChangeDetector
    let database: ForeignDatabase
    let version: SQLiteStatement
    var firstVersion: Int64?
    var row: SQLiteStatement?
    var lists: [Int: PhotosRowList] = [:]
    var isReading = false
    var isOutdated = false

    var isLocating: Bool { lists.values.contains { !$0.isComplete } }
  }

  init(_ settings: FetchSettings) throws {
    context = settings.context
    let library = try PhotosLibrary(opening: settings.place, for: context)
    self.library = library
    state = Lock(
      try library.explain {
        let watch = try PhotosChangeDetector(library)
        let database = try library.connect()
        let version = try database.connection.prepare(SQLText("PRAGMA data_version"))
        return State(watch: watch, database: database, version: version)
      })
  }

  var notes: [String] { library.notes }

  func source(
    of fetch: AssetFetch, number: Int, rows: FetchedRows<PhotosRows>
  ) throws -> any FetchSource {
    try PhotosFetchSource(self, fetch, number: number, rows: rows)
  }

  var isCurrent: Bool {
    state.withLock { state in
      if !state.isOutdated, !state.watch.isUnchanged { end(&state) }
      return !state.isOutdated
    }
  }

  func begin(_ list: Int, _ fetch: AssetFetch, _ selection: PhotosSelection) throws {
    let rest = selection.rest(library.schema)
    let isOrdered = fetch.order.isEmpty || selection.order != nil
    try read { state in
      let finder: any RowFinder
      if rest == .always, isOrdered {
        finder = try SQLRowFinder(selection, library.schema, on: state.database.connection)
      } else {
        var context = context
        context.progress = RunProgress()
        let reader = try PhotosReader(library, selection, in: context, on: state.database)
        finder = FilteringRowFinder(
          reader, rest: rest, order: isOrdered ? [] : fetch.order, until: context.cancellation)
      }
      state.lists[list] = PhotosRowList(fetch, finder)
    }
  }

  func forget(_ list: Int) {
    state.withLock { state in
      state.lists[list] = nil
      rest(&state)
    }
  }

  /// Returns true if the library still has this state, and the list is in memory.
  func holds(_ list: Int) -> Bool { isCurrent && state.withLock { $0.lists[list] != nil } }

  /// Calls `body` with a list of which at least `count` rows are known, or all. A list whose rows
  /// can't be read is forgotten, as it can't be read on from where that ended.
  func locate<Value: Sendable>(
    _ count: Int, of list: Int, _ body: (PhotosRowList) throws -> Value
  ) throws -> Value {
    try read { state in
      guard let rows = state.lists[list] else { throw FetchProblem.changed }
      do {
        try rows.locate(count)
        return try body(rows)
      } catch {
        state.lists[list] = nil
        throw error
      }
    }
  }

  func row(ofUUID uuid: String) throws -> Int64? {
    try read { state in
      let sql = SQLText(
        "SELECT a.Z_PK FROM \(library.schema.assets.name) a WHERE a.ZUUID = ?", [.text(uuid)])
      let statement = try state.database.connection.prepare(sql)
      return try statement.step() ? statement.integer(0) : nil
    }
  }

  func rows(_ keys: ArraySlice<Int64>) throws -> PhotosRows {
    try read { state in
      let statement =
        try state.row ?? state.database.connection.prepare(PhotosStatement.row(library.schema))
      state.row = statement
      defer { statement.restart() }
      let rows = PhotosRows(library, capacity: max(1, keys.count))
      for key in keys {
        statement.restart([.integer(key)])
        guard try statement.step() else {
          throw FileProblem("the database is damaged: an asset is in an index alone")
        }
        rows.append(statement)
      }
      return rows
    }
  }

  /// Calls `body` within a transaction on the snapshot's state. Throws ``FetchProblem/changed`` if
  /// the library has another state, ``LibraryProblem`` if it can't be read.
  private func read<Value: Sendable>(
    _ body: (inout State) throws -> Value
  ) throws -> Value {
    try state.withLock { state in
      if !state.isOutdated, !state.watch.isUnchanged { end(&state) }
      if state.isOutdated { throw FetchProblem.changed }
      let result = Result {
        try library.explain {
          try begin(&state)
          return try body(&state)
        }
      }
      // Without locks, the data and errors may come from two states.
      if !state.database.honoursLocks, !state.isOutdated, !state.watch.isUnchanged { end(&state) }
      rest(&state)
      if state.isOutdated { throw FetchProblem.changed }
      return try result.get()
    }
  }

  private func begin(_ state: inout State) throws {
    guard !state.isReading else { return }
    try state.database.connection.execute("BEGIN")
    state.isReading = true
    state.version.restart()
    defer { state.version.restart() }
    let version = try state.version.step() ? state.version.integer(0) : nil
    if state.firstVersion == nil { state.firstVersion = version }
    if state.firstVersion != version {
      end(&state)
      throw FetchProblem.changed
    }
  }

  /// Ends the transaction, unless a list is still being found in it.
  private func rest(_ state: inout State) {
    guard state.isReading, !state.isLocating else { return }
    state.isReading = false
    try? state.database.connection.execute("COMMIT")
  }

  private func end(_ state: inout State) {
    state.isOutdated = true
    state.lists.removeAll()
    state.row = nil
    rest(&state)
  }
}
