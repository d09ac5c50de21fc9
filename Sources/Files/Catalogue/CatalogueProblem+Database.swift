internal import GRDB

extension CatalogueProblem {
  package init(_ error: any Error) {
    if let problem = error as? CatalogueProblem {
      self = problem
      return
    }
    guard let error = error as? DatabaseError else {
      self = .unusable("\(error)")
      return
    }
    let reason = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    // A table that is missing or has other columns shows as SQLITE_ERROR.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT: self = .damaged(reason)
    default: self = .unusable(reason)
    }
  }
}
