import Pipeline
import Samples
import Testing

@testable import Terminal

@Suite struct ProgressTrackerTests {
  @Test(arguments: 0..<50)
  func `the fraction never falls, whatever is found or done`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let progress = RunProgress()
    var tracker = ProgressTracker(stage: "load")
    var last = 0.0
    for step in 1...200 {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: progress.expect(items: .random(in: 0..<1000, using: &random))
      case 1: progress.complete(items: .random(in: 0..<300, using: &random))
      default: progress.complete(bytes: .random(in: 0..<900_000, using: &random))
      }
      let reading = tracker.reading(of: progress.snapshot, at: .milliseconds(step * 70))
      guard let fraction = reading.fraction else { continue }
      #expect(fraction >= last && fraction < 1)
      last = fraction
    }
    let end = tracker.lastReading(of: progress.snapshot, at: .seconds(20), isComplete: true)
    #expect(end.fraction == 1)
    let cut = tracker.lastReading(of: progress.snapshot, at: .seconds(20), isComplete: false)
    #expect(cut.fraction.map { $0 >= last && $0 < 1 } != false)
  }

  @Test func `the rate follows the last few seconds`() throws {
    let progress = RunProgress()
    var tracker = ProgressTracker(stage: "load")
    progress.expect(items: 10_000)
    var rates: [Double] = []
    for tick in 1...200 {
      progress.complete(items: tick <= 100 ? 10 : 1)
      let reading = tracker.reading(of: progress.snapshot, at: .milliseconds(tick * 100))
      if let rate = reading.rate { rates.append(rate) }
    }
    #expect(abs(rates[50] - 100) < 1)
    #expect(abs(try #require(rates.last) - 10) < 1)
    // A change shows little by little.
    #expect(rates[105] > 80)
  }

  @Test func `no time is left to tell before two seconds or without a total`() {
    let progress = RunProgress()
    var tracker = ProgressTracker(stage: "load")
    progress.complete(items: 100)
    #expect(tracker.reading(of: progress.snapshot, at: .seconds(3)).secondsLeft == nil)

    tracker = ProgressTracker(stage: "load")
    progress.expect(items: 400)
    #expect(tracker.reading(of: progress.snapshot, at: .milliseconds(1900)).secondsLeft == nil)
    tracker = ProgressTracker(stage: "load")
    #expect(tracker.reading(of: progress.snapshot, at: .seconds(10)).secondsLeft == 30)
  }
}
