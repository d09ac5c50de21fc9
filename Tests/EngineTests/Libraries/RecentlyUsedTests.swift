import Samples
import TestSupport
import Testing

@testable import Engine

@Suite struct RecentlyUsedTests {
  @Test func theOneThatWasNotUsedForLongestGoes() {
    var cache = RecentlyUsed<String, Int>(capacity: 2)
    cache.insert(1, for: "a")
    cache.insert(2, for: "b")
    #expect(cache.value(of: "a") == 1)
    cache.insert(3, for: "c")
    #expect(cache.value(of: "b") == nil)
    #expect(cache.value(of: "a") == 1)
    #expect(cache.value(of: "c") == 3)
    #expect(cache.count == 2)
  }

  @Test func whatATestFindsIsUsed() {
    var cache = RecentlyUsed<String, Int>(capacity: 3)
    for (number, name) in ["a", "b", "c"].enumerated() { cache.insert(number, for: name) }
    let found = cache.values { $0 != "b" }
    #expect(found.sorted() == [0, 2])
    cache.insert(3, for: "d")
    let all = cache.values { _ in true }
    #expect(all.sorted() == [0, 2, 3])
  }

  @Test func nothingIsHeldWithoutRoom() {
    var cache = RecentlyUsed<String, Int>(capacity: 0)
    cache.insert(1, for: "a")
    #expect(cache.value(of: "a") == nil)
    #expect(cache.count == 0)
  }

  @Test func itDoesWhatASlowOneDoes() {
    var generator = SeededGenerator(seed: 1)
    for capacity in 1...5 {
      var cache = RecentlyUsed<Int, Int>(capacity: capacity)
      var slow: [(key: Int, value: Int)] = []
      for step in 0..<2000 {
        let key = Int.random(in: 0..<8, using: &generator)
        let place = slow.firstIndex { $0.key == key }
        let known = place.map { slow.remove(at: $0) }
        if generator.chance(0.5) {
          #expect(cache.value(of: key) == known?.value)
          if let known { slow.append(known) }
        } else {
          cache.insert(step, for: key)
          slow.append((key, step))
          if slow.count > capacity { slow.removeFirst() }
        }
        #expect(cache.count == slow.count)
      }
    }
  }
}
