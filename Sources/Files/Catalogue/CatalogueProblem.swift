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
