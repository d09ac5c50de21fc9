/// How one list became another: what went, what came, what moved.
///
/// The moves are as few as can be: what stays is a longest part of both lists that is in the same
/// order in both.
struct FetchDifference: Hashable, Sendable {
  /// Indexes in the list before, ascending.
  private(set) var removed: [Int] = []
  /// What came, in order: the index once what was removed is out and what came up to here is in, and
  /// the index in the list after.
  private(set) var inserted: [Insertion] = []
  /// By the index in the list after, ascending.
  private(set) var moved: [Move] = []

  struct Insertion: Hashable, Sendable {
    let index: Int
    let place: Int
  }

  /// From an index in the list without what was removed and with what was inserted, to one in the
  /// list after.
  struct Move: Hashable, Sendable {
    let from: Int
    let to: Int
  }

  /// - Parameters:
  ///   - count: how long the list before was.
  ///   - origins: for each place of the list after the index in the list before, each at most once,
  ///     or a negative number for what came.
  init(from count: Int, _ origins: [Int32]) {
    var places = [Int32](repeating: -1, count: count)
    for (place, origin) in origins.enumerated() where origin >= 0 {
      places[Int(origin)] = Int32(truncatingIfNeeded: place)
    }
    let stays = Self.staying(origins)
    var next = 0
    var index = 0
    /// Takes what came between what stays and the next that stays.
    func takeInsertions() {
      while next < origins.count, !stays[next] {
        if origins[next] < 0 {
          inserted.append(Insertion(index: index, place: next))
          index += 1
        }
        next += 1
      }
    }
    takeInsertions()
    for (origin, place) in places.enumerated() {
      guard place >= 0 else {
        removed.append(origin)
        continue
      }
      guard stays[Int(place)] else {
        moved.append(Move(from: index, to: Int(place)))
        index += 1
        continue
      }
      index += 1
      next = Int(place) + 1
      takeInsertions()
    }
    moved.sort { $0.to < $1.to }
  }

  /// Which places of the list after hold something of the list before that need not move.
  ///
  /// A longest ascending part of the origins, found with a pile for each length (patience sorting).
  private static func staying(_ origins: [Int32]) -> [Bool] {
    var stays = origins.map { $0 >= 0 }
    var last: Int32 = -1
    let isAscending = origins.allSatisfy { origin in
      guard origin >= 0 else { return true }
      defer { last = origin }
      return origin > last
    }
    if isAscending { return stays }
    /// For each length, the place that ends the part of that length which ends lowest.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: origins.count)
    for (place, origin) in origins.enumerated() where origin >= 0 {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if origins[ends[middle]] < origin { low = middle + 1 } else { high = middle }
      }
      previous[place] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    for place in stays.indices { stays[place] = false }
    var place = ends.last ?? -1
    while place >= 0 {
      stays[place] = true
      place = previous[place]
    }
    return stays
  }
}
