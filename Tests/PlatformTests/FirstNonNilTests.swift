import Platform
import Testing

@Suite struct FirstNonNilTests {
  @Test func eachElementIsAskedForOnceUpToTheFirstResult() {
    var asked: [Int] = []
    let found = [1, 2, 3, 4].firstNonNil { (number: Int) -> String? in
      asked.append(number)
      return number > 1 ? "\(number)" : nil
    }
    #expect(found == "2")
    #expect(asked == [1, 2])
  }

  @Test func nothingIsFoundWhereEveryResultIsNil() {
    #expect([1, 2].firstNonNil { _ in nil as Int? } == nil)
    #expect([Int]().firstNonNil { $0 } == nil)
  }
}
