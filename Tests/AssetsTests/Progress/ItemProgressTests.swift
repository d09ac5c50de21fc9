import AssetSupport
import Foundation
import Testing

@testable import Assets

@Suite struct ItemProgressTests {
  @Test func theFractionGoesFromNoneToAll() {
    let progress = ItemProgress(totalUnitCount: 200)
    #expect(progress.fractionCompleted == 0)
    progress.complete(50)
    #expect(progress.fractionCompleted == 0.25)
    #expect(progress.completedUnitCount == 50)
    #expect(progress.totalUnitCount == 200)
    progress.complete(150)
    #expect(progress.fractionCompleted == 1)
    progress.complete(1000)
    #expect(progress.fractionCompleted == 1)
  }

  @Test func noMoreIsDoneThanThereIs() {
    let progress = ItemProgress(totalUnitCount: 1)
    progress.complete(1)
    progress.complete(1)
    #expect(progress.completedUnitCount == 1 && progress.totalUnitCount == 1)
    let unknown = ItemProgress()
    unknown.complete(5)
    unknown.expect(3)
    #expect(unknown.completedUnitCount <= unknown.totalUnitCount)
  }

  @Test func aTotalThatIsNotKnownIsNoFraction() {
    let progress = ItemProgress()
    progress.complete(10)
    #expect(progress.fractionCompleted == 0)
    progress.expect(40)
    progress.complete(10)
    #expect(progress.fractionCompleted == 0.5)
    progress.finish()
    #expect(progress.fractionCompleted == 1)
  }

  @Test(arguments: [Int64.max, .min, -1, 0])
  func oddCountsDoNoHarm(_ count: Int64) {
    let progress = ItemProgress(totalUnitCount: count)
    for _ in 0..<3 { progress.complete(.max) }
    progress.complete(count)
    #expect((0...1).contains(progress.fractionCompleted))
  }

  @Test func severalThreadsAddUpAndNeverGoBack() {
    let run = RunProgress()
    let items = (0..<4).map { _ in ItemProgress(totalUnitCount: 40_000, parent: run) }
    let isDone = Cancellation()
    let watch = Probe()
    let watcher = Thread {
      var last = [Double](repeating: 0, count: items.count + 1)
      repeat {
        let snapshot = run.snapshot
        let all = Double(snapshot.doneItems) + snapshot.begunItems
        let fractions = items.map(\.fractionCompleted) + [all]
        if zip(fractions, last).contains(where: <) { watch.note("fell") }
        if fractions.dropLast().contains(where: { $0 > 1 }) { watch.note("beyond") }
        last = fractions
      } while !isDone.isCancelled
      watch.note("ended")
    }
    watcher.start()
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      for _ in 0..<10_000 { items[number % 4].complete(1) }
    }
    isDone.cancel()
    #expect(watch.waited(for: "ended", count: 1))
    #expect(watch.count("fell") == 0)
    #expect(watch.count("beyond") == 0)
    #expect(items.map(\.completedUnitCount) == [40_000, 40_000, 40_000, 40_000])
    #expect(items.map(\.fractionCompleted) == [1, 1, 1, 1])
    // Exactly the sizes of the items are reported to the run.
    #expect(run.snapshot.doneItems == 4)
    #expect(run.snapshot.begunItems == 0)
    #expect(run.snapshot.doneBytes == 160_000)
  }

  @Test func cancellingAnItemLeavesTheOthers() {
    let cancellation = Cancellation()
    let first = ItemProgress(cancellation: cancellation)
    let second = ItemProgress(cancellation: cancellation)
    first.cancel()
    #expect(first.isCancelled)
    #expect(!second.isCancelled)
    cancellation.cancel()
    #expect(second.isCancelled)
  }
}
