internal import CSQLite

/// A prepared statement and its current row.
package final class SQLiteStatement {
  private let connection: SQLiteConnection
  package let handle: OpaquePointer
  /// The SQL under which the connection caches the statement; nil if it is not cached.
  private let returnsAs: String?

  init(
    _ handle: OpaquePointer, of connection: SQLiteConnection, _ values: [SQLiteValue],
    returnsAs: String?
  ) {
    self.handle = handle
    self.connection = connection
    self.returnsAs = returnsAs
    bind(values)
  }

  deinit {
    if let returnsAs {
      connection.keep(handle, as: returnsAs)
    } else {
      sqlite3_finalize(handle)
    }
  }

  private func bind(_ values: [SQLiteValue]) {
    for (place, value) in values.enumerated() { bind(value, to: Int32(place + 1)) }
  }

  /// Sets the parameter at an index, which starts at 1.
  package func bind(_ value: SQLiteValue, to place: Int32) {
    switch value {
    case .null: sqlite3_bind_null(handle, place)
    case .integer(let integer): sqlite3_bind_int64(handle, place, integer)
    case .real(let real): sqlite3_bind_double(handle, place, real)
    case .text(var text):
      _ = text.withUTF8 { bytes in
        csqlite_bind_text(handle, place, bytes.baseAddress, Int32(clamping: bytes.count))
      }
    case .test(let test):
      let object = Unmanaged.passRetained(BoundTest(test)).toOpaque()
      csqlite_bind_object(handle, place, object) { object in
        object.map { Unmanaged<BoundTest>.fromOpaque($0).release() }
      }
    }
  }

  /// Sets the parameter at an index from 1 to an uncopied blob, valid until the statement ran.
  package func bind(bytes: UnsafeRawBufferPointer, to place: Int32) {
    sqlite3_bind_blob64(handle, place, bytes.baseAddress, UInt64(bytes.count), nil)
  }

  /// Resets the statement, and binds other values if any are given.
  package func restart(_ values: [SQLiteValue] = []) {
    sqlite3_reset(handle)
    bind(values)
  }

  /// Moves to the next row; returns false when none exists.
  package func step() throws(SQLiteProblem) -> Bool {
    connection.beginStep()
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw SQLiteProblem(connection.handle, code: code) }
    return false
  }

  /// Resets the statement, binds other values if any are given, and runs it to the end.
  package func run(_ values: [SQLiteValue] = []) throws(SQLiteProblem) {
    restart(values)
    while try step() {}
    sqlite3_reset(handle)
  }

  /// Resets the statement with other values; returns the first column of its first row, or nil.
  package func firstInteger(_ values: [SQLiteValue]) throws(SQLiteProblem) -> Int64? {
    restart(values)
    let found = try step() ? integer(0) : nil
    sqlite3_reset(handle)
    return found
  }

  /// Returns the text of a column, counted from 0, in the current row; nil unless it is a text.
  package func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT,
      let start = sqlite3_column_text(handle, column)
    else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Returns the integer of a column, counted from 0, of the current row; nil for other values.
  package func integer(_ column: Int32) -> Int64? {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(handle, column)
  }

  /// Returns the number of a column, counted from 0, of the current row; nil for other values.
  package func number(_ column: Int32) -> Double? {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(handle, column)
    default: nil
    }
  }

  /// Returns the bytes of a blob in a column, counted from 0, valid until the next step and as long
  /// as the statement is held; nil for an empty one and for other values.
  package func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB,
      let start = sqlite3_column_blob(handle, column)
    else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
