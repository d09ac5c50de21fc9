internal import Platform

/// Exponential backoff with jitter, so that many senders do not return at the same time.
struct RetrySchedule: Hashable, Sendable {
  let retries: Int
  /// The delay before the first retry.
  let first: Duration

  private static let longest = Duration.seconds(60)
  /// The longest wait that a receiver may ask for; after a longer one the next run tries again.
  private static let longestRetryAfter = Duration.seconds(300)

  /// Returns the delay before the next attempt; nil if the message is not sent again in this run.
  ///
  /// - Parameters:
  ///   - attempt: The number of attempts so far, at least 1.
  ///   - retryAfter: The time that the receiver asked to wait; nil if it did not.
  ///   - chance: A random number from 0 to 1.
  func wait(after attempt: Int, retryAfter: Duration?, chance: Double) -> Duration? {
    guard attempt <= retries else { return nil }
    if let retryAfter, retryAfter > Self.longestRetryAfter { return nil }
    let doubled = (1..<attempt).reduce(first) { time, _ in min(time * 2, Self.longest) }
    let own = min(doubled, Self.longest) * (0.5 + chance / 2)
    return max(own, retryAfter ?? .zero)
  }
}

/// The clock that waits between attempts.
protocol DeliveryClock: Sendable {
  /// Waits for a time, or until the run ends.
  func sleep(_ time: Duration, unless isOver: () -> Bool)
}

struct SystemDeliveryClock: DeliveryClock {
  func sleep(_ time: Duration, unless isOver: () -> Bool) {
    let end = ContinuousClock.now + time
    while .now < end, !isOver() {
      usleep(useconds_t(min(50_000, max(1, (end - .now) / .microseconds(1)))))
    }
  }
}
