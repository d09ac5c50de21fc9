internal import CSQLite

/// The reason why the catalogue can't be used; a run works without it.
enum CatalogueProblem: Error, Hashable {
  /// The file is not a catalogue, or is incomplete.
  case damaged(String)
  /// The file can't be used now: another process has it, or permissions or space are missing.
  case unusable(String)

  var reason: String {
    switch self {
    case .damaged(let reason), .unusable(let reason): reason
    }
  }
}

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
