/// The time that a decoder may take for one file. Time for which it waited for a processor does not
/// count, as a valid file takes longer on a busy computer. Time in which it ran or slept counts: so
/// with free processors, no file takes longer than allowed.
package struct DecoderTimeBudget {
  private let allowed: Duration
  private let begin: SuspendingClock.Instant
  private let usageBefore: ProcessUsage?
  private var last: (moment: SuspendingClock.Instant, usage: ProcessUsage?)
  /// The time up to `last` that counts, without waiting for a processor.
  private var spent = Duration.zero

  /// The limit on the wall clock, as a multiple of the allowed time.
  private static let patience = 4
  /// The divisor of the allowed time: with less than a tenth left, the time counts as used up.
  private static let leastPart = 10
  /// The longest time between two checks, as the system forgets the times of threads that ended.
  private static let longestPause = Duration.seconds(1)

  package init(_ allowed: Duration, at now: SuspendingClock.Instant, usage: ProcessUsage?) {
    self.allowed = allowed
    begin = now
    usageBefore = usage
    last = (now, usage)
  }

  /// The moment of the first check with ``end(at:usage:)``; at the latest after a second.
  package var firstEnd: SuspendingClock.Instant { begin + min(allowed, Self.longestPause) }

  /// Returns the time of the next check; nil when the time is used up. `usage` is the processor
  /// time that the process has used and waited for; nil if unknown.
  package mutating func end(
    at now: SuspendingClock.Instant, usage: ProcessUsage?
  ) -> SuspendingClock.Instant? {
    let left = left(at: now, usage: usage)
    let latest = begin + allowed * Self.patience
    guard left >= allowed / Self.leastPart, now < latest else { return nil }
    return min(now + min(left, Self.longestPause), latest)
  }

  /// Returns the rest of the allowed time, negative when exceeded; `usage` is nil if unknown.
  package mutating func left(
    at now: SuspendingClock.Instant, usage: ProcessUsage?
  ) -> Duration {
    let passed = now - last.moment
    var kept = Duration.zero
    if let usage, let before = last.usage { kept = max(.zero, usage.waited - before.waited) }
    spent += max(.zero, passed - kept)
    last = (now, usage)
    var counted = spent
    // Several threads use more processor time than the clock shows.
    if let usage, let usageBefore { counted = max(counted, usage.used - usageBefore.used) }
    return allowed - counted
  }
}
