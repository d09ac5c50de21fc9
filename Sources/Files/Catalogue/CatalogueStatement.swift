internal import GRDB
internal import GRDBSQLite

/// A prepared statement that is given numbers and bytes and gives them back where they lie.
///
/// GRDB would make a value of Foundation's of each blob.
struct CatalogueStatement {
  private let statement: OpaquePointer
  private let connection: OpaquePointer?

  init(_ sql: String, in database: Database) throws {
    statement = try database.cachedStatement(sql: sql).sqliteStatement
    connection = database.sqliteConnection
    sqlite3_reset(statement)
  }

  func bind(_ index: Int32, _ value: Int64) {
    sqlite3_bind_int64(statement, index, value)
  }

  func bind(_ index: Int32, _ value: UInt64) {
    sqlite3_bind_int64(statement, index, Int64(bitPattern: value))
  }

  /// The bytes have to stay where they are until the statement was stepped and reset.
  func bind(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
    sqlite3_bind_blob64(statement, index, bytes.baseAddress, UInt64(bytes.count), nil)
  }

  /// Whether there is another row.
  func step() throws(CatalogueProblem) -> Bool {
    let result = sqlite3_step(statement)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
    sqlite3_reset(statement)
    throw CatalogueProblem(
      DatabaseError(resultCode: ResultCode(rawValue: result), message: message))
  }

  func run() throws(CatalogueProblem) {
    while try step() {}
    reset()
  }

  /// Lets go of the row and of what was bound.
  func reset() {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }

  func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(statement, column)
  }

  /// The bytes of a column, valid until the next step; nil when something else is in it.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
    let start = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}
