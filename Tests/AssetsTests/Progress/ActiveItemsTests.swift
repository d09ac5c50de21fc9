import Testing

@testable import Assets

/// The reported items, which a run works on at the moment.
@Suite struct ActiveItemsTests {
  private let run = RunProgress()

  private func item(_ name: String) -> ItemProgress { ItemProgress(name: name, parent: run) }

  @Test func anItemIsAtHandWhileItIsWorkedOn() {
    let (first, second) = (item("a"), item("b"))
    first.begin(.hash, of: 100)
    second.begin(.copy, of: 100)
    first.complete(50)
    #expect(
      run.items.readings == [
        ItemSnapshot(name: "a", identifier: "", work: .hash, fraction: 0.5),
        ItemSnapshot(name: "b", identifier: "", work: .copy, fraction: 0),
      ])
    first.end(isDone: true)
    #expect(run.items.readings.map(\.name) == ["b"])
    second.end(isDone: false)
    #expect(run.items.readings.isEmpty)
    #expect(first.fractionCompleted == 1 && second.fractionCompleted == 0)
  }

  @Test func worksShareAnItem() {
    run.expect(works: [.hash, .copy, .hash])
    let item = item("a")
    var fractions: [Double] = []
    for work in [ItemWork.hash, .copy] {
      item.during(work, of: 100) {
        item.complete(50)
        fractions.append(item.fractionCompleted)
      }
      fractions.append(item.fractionCompleted)
    }
    #expect(fractions == [0.25, 0.5, 0.75, 1])
    #expect(run.snapshot.doneItems == 1)
  }

  /// One whose hash was known before begins with the copy.
  @Test func aWorkThatIsLeftOutCountsAsDone() {
    run.expect(works: [.hash, .copy])
    let item = item("a")
    item.during(.copy, of: 100) { #expect(item.fractionCompleted == 0.5) }
    #expect(item.fractionCompleted == 1)
    // A hash that comes late moves nothing back.
    item.during(.hash, of: 100) { #expect(item.fractionCompleted == 1) }
  }

  @Test func largeItemsAreReportedFromTheirBeginningToTheirEnd() {
    run.items.watch(.large) {}
    let (small, large) = (item("small"), item("large"))
    small.during(.copy, of: 100) {}
    large.during(.copy, of: ActiveItems.large) { large.complete(ActiveItems.large / 2) }
    let (events, atHand) = run.items.take()
    #expect(events.map(\.name) == ["large", "large"])
    #expect(events.map(\.fraction) == [0, 1])
    #expect(atHand.isEmpty)
    #expect(run.items.take().events.isEmpty)
  }

  @Test func whoWatchesAllSeesEachHundredthOfALargeItem() {
    run.items.watch(.all) {}
    let item = item("large")
    let piece = ActiveItems.large / 1000
    item.during(.hash, of: 1000 * piece + ActiveItems.large) {
      for _ in 0..<1000 { item.complete(piece) }
    }
    let fractions = run.items.take().events.map(\.fraction)
    #expect(fractions.first == 0 && fractions.last == 1)
    #expect(fractions == fractions.sorted())
    #expect((50...53).contains(fractions.count))
    run.items.endWatch()
    item.during(.copy, of: ActiveItems.large) {}
    #expect(run.items.take().events.isEmpty)
  }

  @Test func whatFailsStopsWhereItIs() {
    struct Failure: Error {}
    let item = item("a")
    #expect(throws: Failure.self) {
      try item.during(.copy, of: 100) {
        item.complete(30)
        throw Failure()
      }
    }
    #expect(item.fractionCompleted == 0.3)
    #expect(run.items.readings.isEmpty)
  }
}
