package import Assets
package import Samples

/// Makes predicates of tests that fit what is tested.
package protocol PredicateMaker {
  var generator: SeededGenerator { get set }

  /// A test of one field.
  mutating func test() -> AssetPredicate
}

extension PredicateMaker {
  /// Tests joined by any words, up to four deep.
  package mutating func predicate(depth: Int = 0) -> AssetPredicate {
    switch Int.random(in: 0..<(depth < 3 ? 10 : 6), using: &generator) {
    case 6: .not(predicate(depth: depth + 1))
    case 7: .all(several(depth))
    case 8: .any(several(depth))
    case 9: .conjunction(several(depth))
    default: test()
    }
  }

  private mutating func several(_ depth: Int) -> [AssetPredicate] {
    (0..<Int.random(in: 0...4, using: &generator)).map { _ in predicate(depth: depth + 1) }
  }
}
