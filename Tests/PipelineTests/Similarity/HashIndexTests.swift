import Samples
import Testing

@testable import Pipeline

/// The index finds what comparing with every hash finds.
@Suite struct HashIndexTests {
  /// Hashes of which many are near each other.
  private static func hashes(_ count: Int, seed: UInt64) -> [UInt64] {
    var random = SeededGenerator(seed: seed)
    var hashes: [UInt64] = []
    for _ in 0..<count {
      guard let near = hashes.randomElement(using: &random), Bool.random(using: &random) else {
        hashes.append(UInt64.random(in: 0...UInt64.max, using: &random))
        continue
      }
      let bits = Int.random(in: 0...24, using: &random)
      hashes.append(
        (0..<bits).reduce(near) { hash, _ in hash ^ 1 << UInt64.random(in: 0..<64, using: &random) }
      )
    }
    return hashes
  }

  @Test(arguments: [0, 1, 2, 3, 4, 7, 8, 10, 13, 24])
  func whatIsNearIsFound(_ distance: Int) {
    // So many that not all are compared, but for the largest distances.
    let hashes = Self.hashes(3000, seed: UInt64(distance) + 1)
    var index = HashIndex(distance: distance)
    for hash in hashes { index.insert(hash) }
    for (number, hash) in hashes.enumerated() where number % 10 == 0 {
      var found: Set<Int> = []
      index.search(hash) {
        found.insert($0)
        return true
      }
      let near = hashes.indices.filter { (hashes[$0] ^ hash).nonzeroBitCount <= distance }
      #expect(found == Set(near))
    }
  }

  @Test func aSearchStopsOnRequest() {
    var index = HashIndex(distance: 10)
    for _ in 0..<2000 { index.insert(7) }
    var calls = 0
    index.search(7) { _ in
      calls += 1
      return calls < 3
    }
    #expect(calls == 3)
  }

  @Test func groupsAreThoseOfComparingAll() {
    for seed in 1...6 as ClosedRange<UInt64> {
      let hashes = Self.hashes(900, seed: seed)
      let likeness = HashThreshold(hashes: [.dHash], distance: 10)
      var random = SeededGenerator(seed: seed)
      let turn = hashes.indices.shuffled(using: &random)
      let groups = SimilarGroups(
        hashes.map { SimilarGroups.Candidate(look: PerceptualHash(standIn: $0)) }, turn: turn,
        likeness)
      var kept: [Int] = []
      for number in turn {
        let near = kept.enumerated().filter {
          (hashes[$0.element] ^ hashes[number]).nonzeroBitCount <= 10
        }
        .min {
          let (one, other) = (
            (hashes[$0.element] ^ hashes[number]).nonzeroBitCount,
            (hashes[$1.element] ^ hashes[number]).nonzeroBitCount
          )
          return (one, $0.offset) < (other, $1.offset)
        }
        #expect(groups.places[number].isKept == (near == nil))
        #expect(groups.places[number].original == near?.element ?? number)
        if near == nil { kept.append(number) }
      }
      let isAlike = likeness.isAlike(hashes.map { PerceptualHash(standIn: $0) })
      for number in hashes.indices {
        let hasNear = hashes.indices.contains {
          $0 != number && (hashes[$0] ^ hashes[number]).nonzeroBitCount <= 10
        }
        #expect(isAlike[number] == hasNear)
      }
    }
  }
}
