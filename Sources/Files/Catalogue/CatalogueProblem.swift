internal import CSQLite
internal import SQLite

/// Why the catalogue does not answer; a run does without it.
enum CatalogueProblem: Error, Hashable {
  /// Its file holds something else than a catalogue, or only part of one.
  case damaged(String)
  /// It can't be opened or written here and now: another process has it, no rights, no space.
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
