/// Which pictures are kept of those that look alike, and which are left out for which.
///
/// Each picture in turn, the one that deserves it most first: if none that is kept looks like it, it is
/// kept; else it is left out for the nearest of these, and of equally near ones for the first. So each
/// picture that is left out looks like the one that is kept in its place, and no chain of small steps
/// joins pictures that have nothing in common. The result depends on the turn alone, which is the same
/// in every run.
package struct SimilarGroups {
  /// The fate of one picture.
  package struct Place: Equatable {
    /// The picture that is kept in place of it or beside it, by its index; its own for one that is
    /// like none before it.
    package var original: Int
    /// How far it is from that one.
    package var distance: Int
    package var isKept: Bool
  }

  /// One picture that is to be placed.
  package struct Candidate {
    let look: Look
    /// Whether it is kept, whatever it looks like.
    var isKeptAside = false
    /// The kinds of files that belong to it; it is left out only for one that has these, too.
    var parts: Set<AssetResource.Kind> = []

    package init(
      look: Look, isKeptAside: Bool = false, parts: Set<AssetResource.Kind> = []
    ) {
      self.look = look
      self.isKeptAside = isKeptAside
      self.parts = parts
    }
  }

  /// By the candidates' indices.
  package private(set) var places: [Place]
  private let likeness: Likeness
  /// The kept ones as they are, and for each look of it which candidate it is. Of those that are
  /// alike in everything that is compared only the first is in it: it is the original of all others.
  private var index: LookIndex
  private var indexed: [Int] = []
  /// The candidates in the index by their hashes.
  private var exact: [[UInt64]: [Int]] = [:]

  /// How many candidates others are compared with.
  var indexedCount: Int { indexed.count }

  /// - Parameter turn: all indices of candidates, in the order in which they are placed.
  package init(
    _ candidates: [Candidate], turn: [Int], _ likeness: Likeness,
    isCancelled: () -> Bool = { false }
  ) {
    self.likeness = likeness
    index = LookIndex(likeness)
    places = candidates.indices.map { Place(original: $0, distance: 0, isKept: true) }
    var rank = [Int](repeating: 0, count: candidates.count)
    for (position, candidate) in turn.enumerated() { rank[candidate] = position }
    for (position, candidate) in turn.enumerated() {
      if position % 1024 == 0, isCancelled() { return }
      place(candidate, candidates, rank)
    }
  }

  private mutating func place(_ number: Int, _ candidates: [Candidate], _ rank: [Int]) {
    let candidate = candidates[number]
    // The nearest of all, and the nearest that can take its place.
    var (near, substitute): (Place?, Place?)
    func note(_ other: Int, at distance: Int) {
      let place = Place(original: other, distance: distance, isKept: false)
      if place.isNearer(than: near, rank) { near = place }
      if candidates[other].parts.isSuperset(of: candidate.parts),
        place.isNearer(than: substitute, rank)
      {
        substitute = place
      }
    }
    for pose in likeness.poses {
      for other in exact[candidate.look.hashes(likeness, pose), default: []] {
        note(other, at: 0)
      }
    }
    // Nothing is nearer than what is the same.
    if near == nil || !candidate.isKeptAside && substitute == nil {
      for pose in likeness.poses {
        index.search(candidate.look, in: pose) { found, distance in
          note(indexed[found], at: distance)
          return true
        }
      }
    }
    if !candidate.isKeptAside, let substitute {
      places[number] = substitute
      return
    }
    if let near {
      // Kept beside the one that it looks like, in whose group it is.
      places[number] = Place(
        original: places[near.original].original, distance: near.distance, isKept: true)
    }
    let hashes = candidate.look.hashes(likeness, 0)
    let same = exact[hashes, default: []]
    guard !same.contains(where: { candidates[$0].parts == candidate.parts }) else { return }
    exact[hashes] = same + [number]
    index.insert(candidate.look)
    indexed.append(number)
  }

  /// The candidates that look like each other, by the first of each group in the order of the
  /// candidates; in each the kept ones first, led by the one that the group is named after.
  var groups: [(kept: [Int], dropped: [Int])] {
    var members: [Int: (kept: [Int], dropped: [Int])] = [:]
    var order: [Int] = []
    for (number, place) in places.enumerated() {
      let head = head(of: number)
      if members[head] == nil { order.append(head) }
      if !place.isKept {
        members[head, default: ([], [])].dropped.append(number)
      } else if number == head {
        members[head, default: ([], [])].kept.insert(number, at: 0)
      } else {
        members[head, default: ([], [])].kept.append(number)
      }
    }
    return order.compactMap { members[$0] }.filter { $0.kept.count + $0.dropped.count > 1 }
  }

  /// The candidate that a group is named after.
  private func head(of number: Int) -> Int { places[places[number].original].original }
}

extension SimilarGroups.Place {
  /// Whether an original is nearer than another; of equally near ones that of the earlier turn is.
  fileprivate func isNearer(than other: Self?, _ rank: [Int]) -> Bool {
    guard let other else { return true }
    return (distance, rank[original]) < (other.distance, rank[other.original])
  }
}

extension Likeness {
  /// Whether each picture looks like any other, whichever of the two were kept.
  package func isAlike(_ looks: [Look], isCancelled: () -> Bool = { false }) -> [Bool] {
    var index = LookIndex(self)
    for look in looks { index.insert(look) }
    var isAlike = [Bool](repeating: false, count: looks.count)
    for (number, look) in looks.enumerated() {
      if isCancelled() { break }
      for pose in poses {
        // As they are, each of two pictures finds the other one; turned, only one of them may.
        if pose == 0, isAlike[number] { continue }
        index.search(look, in: pose) { other, _ in
          guard other != number else { return true }
          isAlike[number] = true
          isAlike[other] = true
          return pose != 0
        }
      }
    }
    return isAlike
  }
}

extension Look {
  /// All hashes that are compared, of a pose.
  fileprivate func hashes(_ likeness: Likeness, _ pose: Int) -> [UInt64] {
    likeness.hashes.map { self[$0, pose] }
  }
}
