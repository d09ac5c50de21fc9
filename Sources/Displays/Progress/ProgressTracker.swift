package import Pipeline

/// Makes sense of a run's counts over time: a fraction that never falls, a rate that doesn't jump.
package struct ProgressTracker {
  private let stage: String
  private var samples = [Sample(seconds: 0, items: 0, bytes: 0)]
  private var highestFraction = 0.0

  private struct Sample {
    let seconds: Double
    let items: Int
    let bytes: Int
  }

  /// How far back the rate looks, in seconds.
  private static let window = 5.0
  /// Samples closer than this tell nothing new.
  private static let spacing = 0.2
  /// The remaining time is a guess before this.
  private static let settled = 2.0
  /// More may yet be found while a run lasts, so it is not done before its end.
  private static let almost = 0.999

  package init(stage: String) {
    self.stage = stage
  }

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

  /// The reading behind the last item, with the rate of the whole run.
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
    // A guess of years helps nobody.
    return seconds < 360_000 ? Int(seconds) : nil
  }
}
