internal import Platform
internal import Synchronization

/// A connection that several threads use in turn. `@unchecked Sendable`: the connection and its
/// statements are accessed only within the lock.
package final class SharedConnection: @unchecked Sendable {
  private let lock = Lock(())
  private var connection: SQLiteConnection?

  package init(_ connection: sending SQLiteConnection) {
    self.connection = connection
  }

  /// Calls `body` with the connection, which no other thread uses meanwhile and which it must not
  /// store; throws ``SQLiteProblem`` if the connection was closed.
  package func use<Result: Sendable>(
    _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    try lock.withLock { _ in
      guard let connection else { throw SQLiteProblem.closed }
      return try body(connection)
    }
  }

  /// Closes the connection; SQLite moves the log into the database if it was the last.
  package func close() {
    lock.withLock { _ in connection = nil }
  }
}
