import Samples
import Testing

@testable import Pipeline

/// The pictures that are kept of those that look alike.
@Suite struct SimilarGroupsTests {
  private typealias Candidate = SimilarGroups.Candidate

  /// A look that is so many bits from one of none.
  private static func look(_ bits: Int) -> PerceptualHash {
    PerceptualHash(standIn: bits == 0 ? 0 : ~0 >> (64 - bits))
  }

  private func places(
    _ candidates: [Candidate], turn: [Int]? = nil, distance: Int = 10
  ) -> SimilarGroups {
    SimilarGroups(
      candidates, turn: turn ?? Array(candidates.indices),
      HashThreshold(hashes: PerceptualHashKind.allCases, distance: distance))
  }

  @Test func noChainJoinsWhatIsFarApart() {
    let chain = [0, 8, 16, 24].map { Candidate(look: Self.look($0)) }
    let groups = places(chain)
    #expect(groups.places.map(\.original) == [0, 0, 2, 2])
    #expect(groups.places.map(\.distance) == [0, 8, 0, 8])
    // In another turn the second takes its neighbours' places.
    #expect(places(chain, turn: [1, 0, 2, 3]).places.map(\.original) == [1, 1, 1, 3])
  }

  @Test func theNearestOfTheKeptOnesIsTheOriginal() {
    let groups = places([0, 18, 10].map { Candidate(look: Self.look($0)) })
    #expect(groups.places[2].original == 1)
    #expect(groups.places[2].distance == 8)
    let ties = places([0, 18, 9].map { Candidate(look: Self.look($0)) }, turn: [1, 0, 2])
    #expect(ties.places[2].original == 1)
  }

  @Test func whatIsKeptAsideIsKeptBesideAnother() {
    var candidates = [0, 4, 12].map { Candidate(look: Self.look($0)) }
    candidates[0].isKeptAside = true
    candidates[1].isKeptAside = true
    let groups = places(candidates)
    #expect(groups.places.map(\.isKept) == [true, true, false])
    // The third looks like the second alone, and all are one group.
    #expect(groups.places[2].original == 1)
    #expect(groups.groups.map(\.kept) == [[0, 1]])
    #expect(groups.groups.map(\.dropped) == [[2]])
  }

  @Test func onlyOneWithAllItsPartsTakesAnAssetsPlace() {
    var candidates = [0, 1, 5].map { Candidate(look: Self.look($0)) }
    candidates[0].parts = [.resource(.alternatePhoto)]
    candidates[1].parts = [.resource(.pairedVideo)]
    candidates[2].parts = [.resource(.pairedVideo)]
    let groups = places(candidates)
    #expect(groups.places.map(\.isKept) == [true, true, false])
    #expect(groups.places[2].original == 1)
    #expect(groups.groups.map(\.kept) == [[0, 1]])
  }

  @Test func whatIsLikeNothingIsInNoGroup() {
    let groups = places([0, 30, 60].map { Candidate(look: Self.look($0)) })
    #expect(groups.places.map(\.isKept) == [true, true, true])
    #expect(groups.groups.isEmpty)
  }

  @Test func bothHashesHaveToBeNear() {
    let look = PerceptualHash(bytes: Self.bytes(dHash: 1, pHash: ~0))
    let other = PerceptualHash(bytes: Self.bytes(dHash: 0, pHash: 1))
    let looks = [look, other].compactMap(\.self)
    #expect(looks.count == 2)
    #expect(HashThreshold(hashes: [.dHash], distance: 2).isAlike(looks) == [true, true])
    #expect(HashThreshold(hashes: [.pHash], distance: 2).isAlike(looks) == [false, false])
    #expect(HashThreshold(hashes: [.dHash, .pHash], distance: 2).isAlike(looks) == [false, false])
  }

  /// Looks of which all have one hash, and the other tells them apart.
  private static func pages(_ count: Int, _ agreeing: PerceptualHashKind) -> [PerceptualHash] {
    var random = SeededGenerator(seed: 7)
    return (0..<count).compactMap { _ in
      let hash = UInt64.random(in: 0...UInt64.max, using: &random)
      return PerceptualHash(
        bytes: agreeing == .dHash ? bytes(dHash: 5, pHash: hash) : bytes(dHash: hash, pHash: 5))
    }
  }

  @Test(arguments: PerceptualHashKind.allCases)
  func picturesAreLookedUpByTheHashThatTellsThemApart(_ agreeing: PerceptualHashKind) {
    let looks = Self.pages(4000, agreeing)
    let likeness = HashThreshold(hashes: PerceptualHashKind.allCases, distance: 10)
    var index = PerceptualHashIndex(likeness)
    for look in looks { index.insert(look) }
    for (number, look) in looks.enumerated() where number % 100 == 0 {
      var found: Set<Int> = []
      let compared = index.search(look, in: 0) { other, _ in
        found.insert(other)
        return true
      }
      #expect(found.contains(number))
      #expect(compared < 100)
    }
    let groups = SimilarGroups(
      looks.map { Candidate(look: $0) }, turn: Array(looks.indices), likeness)
    #expect(groups.places.allSatisfy(\.isKept) || groups.groups.count < 10)
  }

  @Test func theFirstOfTheSameOnesIsTheOriginalOfAll() {
    // Of thousands that are the same and kept aside one alone is compared with what comes then.
    var candidates = (0..<5000).map { _ in Candidate(look: Self.look(20), isKeptAside: true) }
    candidates[1].parts = [.resource(.pairedVideo)]
    candidates += (0..<5000).map { _ in
      Candidate(look: Self.look(20), parts: [.resource(.pairedVideo)])
    }
    candidates.append(Candidate(look: Self.look(20), parts: [.resource(.alternatePhoto)]))
    candidates.append(Candidate(look: Self.look(22)))
    let groups = places(candidates)
    #expect(groups.places[1..<5000].allSatisfy { $0.original == 0 && $0.isKept })
    #expect(groups.places[5000..<10_000].allSatisfy { $0.original == 1 && !$0.isKept })
    // One with a part that no other has is kept beside them.
    #expect(groups.places[10_000] == .init(original: 0, distance: 0, isKept: true))
    #expect(groups.places[10_001] == .init(original: 0, distance: 2, isKept: false))
    #expect(groups.indexedCount == 3)
  }

  /// The bytes of a look that is the same in all poses.
  private static func bytes(dHash: UInt64, pHash: UInt64) -> [UInt8] {
    [dHash, pHash].flatMap { hash in
      (0..<8).flatMap { _ in withUnsafeBytes(of: hash.littleEndian) { Array($0) } }
    }
  }
}
