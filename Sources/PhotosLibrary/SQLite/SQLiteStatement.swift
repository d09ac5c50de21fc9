internal import CSQLite

/// A prepared statement and its current row.
final class SQLiteStatement {
  private let connection: SQLiteConnection
  let handle: OpaquePointer

  init(_ sql: SQLText, on connection: SQLiteConnection) throws(SQLiteProblem) {
    self.connection = connection
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(connection.handle, sql.text, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else {
      throw SQLiteProblem(connection.handle, code: code)
    }
    handle = prepared
    for (place, value) in sql.values.enumerated() { bind(value, to: Int32(place + 1)) }
  }

  deinit {
    sqlite3_finalize(handle)
  }

  private func bind(_ value: SQLiteValue, to place: Int32) {
    switch value {
    case .integer(let integer): sqlite3_bind_int64(handle, place, integer)
    case .real(let real): sqlite3_bind_double(handle, place, real)
    case .text(var text):
      _ = text.withUTF8 { bytes in
        csqlite_bind_text(handle, place, bytes.baseAddress, Int32(clamping: bytes.count))
      }
    }
  }

  /// Begins anew, with other values where they are given.
  func restart(_ values: [SQLiteValue] = []) {
    sqlite3_reset(handle)
    for (place, value) in values.enumerated() { bind(value, to: Int32(place + 1)) }
  }

  /// Goes to the next row; false when there is none.
  func step() throws(SQLiteProblem) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw SQLiteProblem(connection.handle, code: code) }
    return false
  }

  /// The text of a column of the current row, whatever the database's encoding; nil unless it is a
  /// text.
  func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(handle, column) == SQLITE_TEXT,
      let start = sqlite3_column_text(handle, column)
    else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The whole number of a column of the current row; nil unless it is one.
  func integer(_ column: Int32) -> Int64? {
    guard sqlite3_column_type(handle, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(handle, column)
  }

  /// The number of a column of the current row; nil unless it is one.
  func number(_ column: Int32) -> Double? {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(handle, column)
    default: nil
    }
  }

  /// The bytes of a blob, valid until the next step; nil unless it is one with any.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB,
      let start = sqlite3_column_blob(handle, column)
    else { return nil }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
