internal import CSQLite
package import SQLite

extension FileProblem {
  /// Why the database of another program was not read, in the words of a message.
  ///
  /// - Parameter program: the name of the program that writes it.
  package init(_ problem: SQLiteProblem, of program: String) {
    if let error = problem.systemError {
      self.init(error: error)
      return
    }
    let message = problem.message
    let reason =
      switch problem.code {
      case SQLITE_BUSY, SQLITE_LOCKED:
        "the database is locked by another program; close \(program) and try again"
      case SQLITE_CORRUPT: "the database is damaged: \(message)"
      case SQLITE_NOTADB: "the database is damaged: it is no SQLite database"
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: "the database can't be opened: \(message)"
      case SQLITE_INTERRUPT: "reading was interrupted"
      case SQLITE_FULL, SQLITE_NOMEM, SQLITE_TOOBIG: "reading takes too much memory: \(message)"
      default: "the database can't be read: \(message)"
      }
    self.init(reason)
  }
}
