/// How long is waited before a message is sent again: twice as long each time, with chance, so that
/// many who wait do not come back together.
struct RetrySchedule: Hashable, Sendable {
  /// How often a message is sent again, at most.
  let retries: Int
  /// Before the first time.
  let first: Duration

  private static let longest = Duration.seconds(60)
  /// A receiver that wants more is left to the next run.
  private static let longestWish = Duration.seconds(300)

  /// - Parameters:
  ///   - attempt: how often it was sent, at least 1.
  ///   - wish: what the receiver asked for.
  ///   - chance: from 0 to 1.
  /// - Returns: nil where it is not sent again in this run.
  func wait(after attempt: Int, wish: Duration?, chance: Double) -> Duration? {
    guard attempt <= retries else { return nil }
    if let wish, wish > Self.longestWish { return nil }
    let doubled = (1..<attempt).reduce(first) { time, _ in min(time * 2, Self.longest) }
    let own = min(doubled, Self.longest) * (0.5 + chance / 2)
    return max(own, wish ?? .zero)
  }
}

/// The clock that waits between attempts.
protocol DeliveryClock: Sendable {
  /// Waits, unless the run is over before.
  func sleep(_ time: Duration, unless isOver: () -> Bool)
}
