/// The looks of pictures, of which it finds those that are near a given one.
///
/// It looks them up by the hash that tells most of them apart: scanned pages have nearly one `dHash`,
/// and other subjects nearly one `pHash`.
struct LookIndex {
  private let likeness: Likeness
  /// By hash of the likeness.
  private var indices: [HashIndex]
  private var looks: [Look] = []

  init(_ likeness: Likeness) {
    self.likeness = likeness
    indices = likeness.hashes.map { _ in HashIndex(distance: likeness.distance) }
  }

  /// Adds a look; its index is the number of those before it.
  mutating func insert(_ look: Look) {
    looks.append(look)
    for (place, hash) in likeness.hashes.enumerated() { indices[place].insert(look[hash, 0]) }
  }

  /// Calls `body` with the index of each look that is near, and how far it is; with some of them more
  /// than once.
  ///
  /// - Parameter body: answers false to leave off.
  /// - Returns: how many looks were compared.
  @discardableResult
  func search(_ look: Look, in pose: Int, _ body: (Int, Int) -> Bool) -> Int {
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
