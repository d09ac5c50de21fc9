/// The pictures that are kept of those that look alike, and the original of each dropped one.
/// Pictures are examined in the order of their ranks, the best first. One that looks like no kept
/// one is kept. Any other is dropped in favour of the nearest kept picture, the first of equally
/// near ones: so it looks like that one, and no chain of small differences joins unlike pictures.
/// The result depends on the order alone, which is the same in every run.
package struct SimilarGroups {
  /// The role of one picture among those that look alike.
  package struct Assignment: Equatable {
    /// The index of the kept picture that this one looks like; its own if it is the first.
    package var original: Int
    /// The number of bits in which the picture's hash differs from the original's.
    package var distance: Int
    /// True if the picture is kept, false if it is dropped.
    package var isKept: Bool
  }

  /// A picture to group, by its hashes.
  package struct Candidate {
    let look: PerceptualHash
    /// True if the picture is kept even if it looks like another.
    var isKeptAside = false
    /// The kinds of files of the asset; only an asset that has all of these can replace it.
    var parts: Set<AssetPart> = []

    package init(
      look: PerceptualHash, isKeptAside: Bool = false, parts: Set<AssetPart> = []
    ) {
      self.look = look
      self.isKeptAside = isKeptAside
      self.parts = parts
    }
  }

  /// The results, by the candidates' indices.
  package private(set) var places: [Assignment]
  private let likeness: HashThreshold
  /// The hashes of kept pictures in their own orientation; of equal ones only the first, the
  /// original of the others.
  private var index: PerceptualHashIndex
  /// The candidate of each entry in the index.
  private var indexed: [Int] = []
  /// The candidates in the index, by their hashes.
  private var exact: [[UInt64]: [Int]] = [:]

  /// The number of candidates with which others are compared.
  var indexedCount: Int { indexed.count }

  /// Groups candidates; `turn` has all their indices, in the order in which they are examined.
  package init(
    _ candidates: [Candidate], turn: [Int], _ likeness: HashThreshold,
    isCancelled: () -> Bool = { false }
  ) {
    self.likeness = likeness
    index = PerceptualHashIndex(likeness)
    places = candidates.indices.map { Assignment(original: $0, distance: 0, isKept: true) }
    var rank = [Int](repeating: 0, count: candidates.count)
    for (position, candidate) in turn.enumerated() { rank[candidate] = position }
    for (position, candidate) in turn.enumerated() {
      if position % 1024 == 0, isCancelled() { return }
      place(candidate, candidates, rank)
    }
  }

  private mutating func place(_ number: Int, _ candidates: [Candidate], _ rank: [Int]) {
    let candidate = candidates[number]
    // The nearest picture, and the nearest whose asset has all kinds of files of this one.
    var (near, substitute): (Assignment?, Assignment?)
    func note(_ other: Int, at distance: Int) {
      // A raw file and the pictures that were made of it are no copies of each other.
      guard candidates[other].parts.contains(.raw) == candidate.parts.contains(.raw) else { return }
      let place = Assignment(original: other, distance: distance, isKept: false)
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
    // An equal picture is the nearest one.
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
      // Kept though it looks like another picture, in the same group.
      places[number] = Assignment(
        original: places[near.original].original, distance: near.distance, isKept: true)
    }
    let hashes = candidate.look.hashes(likeness, 0)
    let same = exact[hashes, default: []]
    guard !same.contains(where: { candidates[$0].parts == candidate.parts }) else { return }
    exact[hashes] = same + [number]
    index.insert(candidate.look)
    indexed.append(number)
  }

  /// The groups of pictures that look alike, in the order of their first candidates; in each the
  /// kept ones come first, the group's original at their head.
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

  /// Returns the index of the original of a candidate's group.
  private func head(of number: Int) -> Int { places[places[number].original].original }
}

extension SimilarGroups.Assignment {
  /// True if this original is nearer than another, or equally near and earlier in the order.
  fileprivate func isNearer(than other: Self?, _ rank: [Int]) -> Bool {
    guard let other else { return true }
    return (distance, rank[original]) < (other.distance, rank[other.original])
  }
}

extension HashThreshold {
  /// Returns true for each picture that looks like any other.
  package func isAlike(_ looks: [PerceptualHash], isCancelled: () -> Bool = { false }) -> [Bool] {
    var index = PerceptualHashIndex(self)
    for look in looks { index.insert(look) }
    var isAlike = [Bool](repeating: false, count: looks.count)
    for (number, look) in looks.enumerated() {
      if isCancelled() { break }
      for pose in poses {
        // In their own orientations, if perhaps no other, each of two pictures finds the other.
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

extension PerceptualHash {
  fileprivate func hashes(_ likeness: HashThreshold, _ pose: Int) -> [UInt64] {
    likeness.hashes.map { self[$0, pose] }
  }
}
