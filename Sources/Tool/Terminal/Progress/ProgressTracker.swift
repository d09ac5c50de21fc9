package import Pipeline

/// A smoothing of a run's counts over time: the fraction never falls, and the rate doesn't jump.
package struct ProgressTracker {
  private let stage: String
  private var samples = [Sample(seconds: 0, items: 0, bytes: 0)]
  private var highestFraction = 0.0

  private struct Sample {
    let seconds: Double
    let items: Int
    let bytes: Int
  }

  /// The period over which the rate is measured, in seconds.
  private static let window = 5.0
  /// The least distance between two samples, in seconds.
  private static let spacing = 0.2
  /// The time after the start before which the remaining time is not estimated, in seconds.
  private static let settled = 2.0
  /// The greatest fraction before the end, as a run may still find more items.
  private static let almost = 0.999

  package init(stage: String) {
    self.stage = stage
  }

  /// Returns the progress at a moment of the run.
  package mutating func reading(of counts: RunProgress.Snapshot, at elapsed: Duration)
    -> ProgressReading
  {
    let seconds = elapsed / .seconds(1)
    note(counts, at: seconds)
    let (rate, byteRate) = rates(of: counts, at: seconds)
    var reading = reading(of: counts, at: elapsed, rate: rate, byteRate: byteRate)
    reading.fraction = counts.fraction.map { fraction in
      highestFraction = max(highestFraction, min(fraction, Self.almost))
      return highestFraction
    }
    if seconds >= Self.settled {
      reading.secondsLeft =
        counts.totalItems > 0
        ? Self.secondsLeft(counts.totalItems - counts.doneItems, at: rate) : nil
    }
    return reading
  }

  /// Returns the progress at the end of a run, with the mean rates of the whole run.
  package func lastReading(
    of counts: RunProgress.Snapshot, at elapsed: Duration, isComplete: Bool
  ) -> ProgressReading {
    let seconds = elapsed / .seconds(1)
    var reading = reading(
      of: counts, at: elapsed,
      rate: seconds > 0 ? Double(counts.doneItems) / seconds : nil,
      byteRate: seconds > 0 ? Double(counts.doneBytes) / seconds : nil)
    reading.fraction =
      isComplete ? 1 : counts.fraction.map { max(highestFraction, min($0, Self.almost)) }
    return reading
  }

  private func reading(
    of counts: RunProgress.Snapshot, at elapsed: Duration, rate: Double?, byteRate: Double?
  ) -> ProgressReading {
    let hasBytes = counts.doneBytes > 0
    return ProgressReading(
      stage: stage, elapsed: elapsed, done: counts.doneItems,
      total: counts.totalItems > 0 ? counts.totalItems : nil,
      bytesDone: hasBytes ? counts.doneBytes : nil,
      failures: counts.failures, rate: rate, byteRate: hasBytes ? byteRate : nil)
  }

  private mutating func note(_ counts: RunProgress.Snapshot, at seconds: Double) {
    guard let last = samples.last, seconds - last.seconds >= Self.spacing else { return }
    samples.append(Sample(seconds: seconds, items: counts.doneItems, bytes: counts.doneBytes))
    let recent = samples.lastIndex { $0.seconds <= seconds - Self.window } ?? 0
    samples.removeFirst(recent)
  }

  private func rates(
    of counts: RunProgress.Snapshot, at seconds: Double
  ) -> (items: Double?, bytes: Double?) {
    guard let first = samples.first, seconds - first.seconds >= Self.spacing else {
      return (nil, nil)
    }
    let span = seconds - first.seconds
    return (
      Double(counts.doneItems - first.items) / span, Double(counts.doneBytes - first.bytes) / span
    )
  }

  private static func secondsLeft(_ amount: Int, at rate: Double?) -> Int? {
    guard let rate, rate > 0 else { return nil }
    let seconds = (Double(max(0, amount)) / rate).rounded(.up)
    // An estimate of years is useless.
    return seconds < 360_000 ? Int(seconds) : nil
  }
}

/// The progress of a run at one moment; unknown values are nil.
package struct ProgressReading: Sendable, Hashable {
  /// The name of the run's work, in one word.
  package var stage: String
  /// The time since the start.
  package var elapsed: Duration
  /// The number of finished items.
  package var done: Int
  /// The number of all items.
  package var total: Int?
  /// The number of processed bytes.
  package var bytesDone: Int?
  /// The number of failed items.
  package var failures: Int
  /// The completed part, from 0.0 to 1.0.
  package var fraction: Double?
  /// The number of items a second.
  package var rate: Double?
  /// The number of bytes a second.
  package var byteRate: Double?
  /// The estimated remaining time, in seconds.
  package var secondsLeft: Int?
  /// The items being processed.
  package var items: [ItemSnapshot] = []
}
