/// What SQLite calls from time to time while it works; an answer that is not 0 ends the statement.
///
/// A free function, so that it belongs to no actor.
func sqliteIsCancelled(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
  return connection.isCancelled ? 1 : 0
}
