/// Finds those of many perceptual hashes near a given one, by the kind that distinguishes them
/// best: scanned pages have almost the same `dHash`, other subjects almost the same `pHash`.
struct PerceptualHashIndex {
  private let likeness: HashThreshold
  private var indices: [HashIndex]
  private var looks: [PerceptualHash] = []

  init(_ likeness: HashThreshold) {
    self.likeness = likeness
    indices = likeness.hashes.map { _ in HashIndex(distance: likeness.distance) }
  }

  /// Adds hashes; their index is the number of those before them.
  mutating func insert(_ look: PerceptualHash) {
    looks.append(look)
    for (place, hash) in likeness.hashes.enumerated() { indices[place].insert(look[hash, 0]) }
  }

  /// Calls `body` with the index and the distance of all near hashes, some more than once, until it
  /// returns false; returns the number of comparisons.
  @discardableResult
  func search(_ look: PerceptualHash, in pose: Int, _ body: (Int, Int) -> Bool) -> Int {
    let costs = indices.indices.map { indices[$0].cost(of: look[likeness.hashes[$0], pose]) }
    let place = costs.indices.min { costs[$0] < costs[$1] } ?? 0
    var compared = 0
    indices[place].search(look[likeness.hashes[place], pose]) { found in
      compared += 1
      let distance = likeness.distance(from: look, in: pose, to: looks[found])
      return distance > likeness.distance || body(found, distance)
    }
    return compared
  }
}
