/// One of the tables of `either`: tests, and how many assets that pass them may be taken.
struct FilterAlternative: Sendable, CustomStringConvertible {
  let predicate: Predicate
  /// Nil for as many as there are.
  let limit: Int?

  init(_ predicate: Predicate, limit: Int?) {
    self.predicate = predicate.cheapestFirst
    self.limit = limit
  }

  var description: String { "\(predicate)" + (limit.map { " at most \($0)" } ?? "") }
}
