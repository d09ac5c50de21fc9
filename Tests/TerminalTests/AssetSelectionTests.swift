import Pipeline
import Testing

@testable import Terminal

@Suite struct AssetSelectionTests {
  private func selection(limit: Int = 0, chosen: [Int] = []) -> AssetSelection {
    let names = ["one.png", "Two.png", "three.mov", "TWO again.png"]
    return AssetSelection(
      names.map { ChoosableAsset(identifier: Array($0.utf8), filename: $0, creationDate: nil) },
      limit: limit, chosen: chosen)
  }

  @Test func theOrderIsThatOfTheChoice() {
    var selection = selection(chosen: [2])
    let room1 = selection.toggle([0, 3])
    #expect(room1)
    #expect(selection.chosen == [2, 0, 3])
    let room2 = selection.toggle([0])
    #expect(room2)
    #expect(selection.chosen == [2, 3])
    let room3 = selection.toggle([0, 2, 2])
    #expect(room3)
    #expect(selection.chosen == [3, 0, 2])
    #expect((0..<4).map { selection.number(of: $0) } == [2, nil, 3, 1])
  }

  @Test func aFullSelectionTakesNoMore() {
    var selection = selection(limit: 2)
    let room4 = selection.toggle([0, 1, 2])
    #expect(!room4)
    #expect(selection.chosen == [0, 1])
    let room5 = selection.toggle([1, 2])
    #expect(room5)
    #expect(selection.chosen == [0, 2])
  }

  @Test(arguments: [(1, [2]), (2, [2, 0]), (3, [2, 0, 3]), (0, [2, 0, 3])])
  func ofThoseThatAreChosenBeforeTheFirstStay(_ limit: Int, _ chosen: [Int]) {
    #expect(selection(limit: limit, chosen: [2, 0, 2, 3]).chosen == chosen)
    let (kept, excess) = AssetSelection.part([2, 0, 2, 3], within: limit)
    #expect(kept == chosen && excess == 3 - chosen.count)
  }

  @Test func whereOneMayBeChosenTheNextTakesItsPlace() {
    var selection = selection(limit: 1)
    let room6 = selection.toggle([0])
    #expect(room6)
    let room7 = selection.toggle([3])
    #expect(room7)
    #expect(selection.chosen == [3])
    let room8 = selection.toggle([3])
    #expect(room8)
    #expect(selection.chosen.isEmpty)
  }

  @Test func aFilterKeepsTheUserWhereTheyAre() {
    var selection = selection()
    selection.move(by: 3)
    selection.filter(by: "two")
    #expect(selection.matches == [1, 3])
    #expect(selection.current == 3)
    selection.filter(by: "twox")
    #expect(selection.current == nil)
    selection.move(by: 1)
    #expect(selection.current == nil)
    selection.filter(by: "")
    #expect(selection.current == 0)
    selection.move(by: 100)
    #expect(selection.current == 3)
    selection.move(by: -100)
    #expect(selection.current == 0)
  }

  @Test(
    arguments: [
      ("1", [0]), ("1 3-4", [0, 2, 3]), ("2,2", [1]), ("", []), ("0", nil), ("5", nil),
      ("3-1", nil), ("-1", nil), ("1-", nil), ("1-2-3", nil), ("99999999999999999999", nil),
    ] as [(String, [Int]?)])
  func numbersAreThoseOfRows(_ text: String, _ places: [Int]?) {
    #expect(selection().places(in: text) == places)
  }

  @Test(arguments: [("3 3", [2]), ("1-3 2", [0, 1, 2]), ("2,1-2", [1, 0])])
  func aRowThatIsNamedTwiceIsChosenOnce(_ text: String, _ places: [Int]) {
    #expect(selection().places(in: text) == places)
  }
}
