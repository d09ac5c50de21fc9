/// The difference between two lists: removals, insertions and the least number of moves, because
/// the elements that don't move are a longest common subsequence.
struct FetchDifference: Hashable, Sendable {
  /// The indexes of removed elements in the earlier list, ascending.
  private(set) var removed: [Int] = []
  /// The insertions, ascending: `place` is the index in the later list, `index` that in the list at
  /// the time of the insertion, after all removals and earlier insertions.
  private(set) var inserted: [Insertion] = []
  private(set) var moved: [Move] = []

  struct Insertion: Hashable, Sendable {
    let index: Int
    let place: Int
  }

  /// A move from an index in the list after removals and insertions to an index in the later list.
  struct Move: Hashable, Sendable {
    let from: Int
    let to: Int
  }

  /// - Parameter origins: For each element of the later list its index in the earlier list, which
  ///   has `count` elements; a negative number for an insertion.
  init(from count: Int, _ origins: [Int32]) {
    var places = [Int32](repeating: -1, count: count)
    for (place, origin) in origins.enumerated() where origin >= 0 {
      places[Int(origin)] = Int32(truncatingIfNeeded: place)
    }
    let stays = Self.staying(origins)
    var next = 0
    var index = 0
    /// Adds the insertions before the next element that does not move.
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

  /// Returns true for each element of the later list that existed and need not move: a longest
  /// ascending subsequence of the origins, found by patience sorting.
  private static func staying(_ origins: [Int32]) -> [Bool] {
    var stays = origins.map { $0 >= 0 }
    var last: Int32 = -1
    let isAscending = origins.allSatisfy { origin in
      guard origin >= 0 else { return true }
      defer { last = origin }
      return origin > last
    }
    if isAscending { return stays }
    /// For each length, from 1: the index of the lowest possible end of an ascending subsequence.
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
