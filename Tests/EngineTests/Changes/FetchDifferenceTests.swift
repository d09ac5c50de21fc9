import Samples
import Testing

@testable import Engine
@testable import Runs

@Suite struct FetchDifferenceTests {
  /// Applies a difference as a consumer does, as Apple documents it for PHFetchResultChangeDetails:
  /// removals, insertions, then moves, all of which are taken out before the first is put in.
  static func apply(_ difference: FetchDifference, to before: [Int], _ after: [Int]) -> [Int] {
    var list = before
    for index in difference.removed.reversed() { list.remove(at: index) }
    for insertion in difference.inserted {
      list.insert(after[insertion.place], at: insertion.index)
    }
    let moving = difference.moved.map { (list[$0.from], $0.to) }
    for index in difference.moved.map(\.from).sorted(by: >) { list.remove(at: index) }
    for (element, to) in moving { list.insert(element, at: to) }
    return list
  }

  static func difference(_ before: [Int], _ after: [Int]) -> FetchDifference {
    FetchDifference(
      from: before.count, after.map { Int32(before.firstIndex(of: $0) ?? -1) })
  }

  /// The fewest elements that have to move: all that stay, without a longest common part.
  static func fewestMoves(_ before: [Int], _ after: [Int]) -> Int {
    let old = before.filter(after.contains)
    let new = after.filter(before.contains)
    var lengths = Array(
      repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    for row in old.indices {
      for column in new.indices {
        lengths[row + 1][column + 1] =
          old[row] == new[column]
          ? lengths[row][column] + 1 : max(lengths[row][column + 1], lengths[row + 1][column])
      }
    }
    return old.count - (lengths.last?.last ?? 0)
  }

  @Test func appliedToTheListBeforeItGivesTheListAfter() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      let before = Array(
        (0..<Int.random(in: 0...12, using: &generator)).shuffled(using: &generator))
      var after = before.filter { _ in !generator.chance(0.25) }
      if generator.chance(0.6) {
        for _ in 0..<Int.random(in: 0...4, using: &generator) where after.count > 1 {
          let element = after.remove(at: Int.random(in: 0..<after.count, using: &generator))
          after.insert(element, at: Int.random(in: 0...after.count, using: &generator))
        }
      }
      for new in 100..<100 + Int.random(in: 0...5, using: &generator) {
        after.insert(new, at: Int.random(in: 0...after.count, using: &generator))
      }
      let difference = Self.difference(before, after)
      #expect(Self.apply(difference, to: before, after) == after, "\(before) to \(after)")
      #expect(difference.moved.count == Self.fewestMoves(before, after), "\(before) to \(after)")
      #expect(difference.removed == difference.removed.sorted())
      #expect(difference.inserted.map(\.index) == difference.inserted.map(\.index).sorted())
    }
  }

  @Test func withoutMovesInsertionsAreWhereTheyAreInTheListAfter() {
    let difference = Self.difference([1, 2, 3, 4], [9, 1, 3, 8, 7, 4])
    #expect(difference.removed == [1])
    #expect(difference.inserted.map(\.index) == [0, 3, 4])
    #expect(difference.inserted.map(\.place) == [0, 3, 4])
    #expect(difference.moved.isEmpty)
  }

  @Test func onePictureDraggedToTheEndIsOneMove() {
    let difference = Self.difference([1, 2, 3, 4, 5], [2, 3, 4, 5, 1])
    #expect(difference.moved == [.init(from: 0, to: 4)])
  }

  @Test func aListTurnedAroundKeepsOneElement() {
    let list = Array(0..<1000)
    #expect(Self.difference(list, list.reversed()).moved.count == 999)
  }
}
