internal import CSQLite
internal import SQLite

extension CatalogueProblem {
  package init(_ error: any Error) {
    if let problem = error as? CatalogueProblem {
      self = problem
      return
    }
    guard let error = error as? SQLiteProblem else {
      self = .unusable("\(error)")
      return
    }
    switch error.code {
    // A table that is missing or has other columns shows as SQLITE_ERROR.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_FORMAT:
      self = .damaged(error.message)
    default: self = .unusable(error.message)
    }
  }
}
