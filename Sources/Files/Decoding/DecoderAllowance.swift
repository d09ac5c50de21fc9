/// How long a decoder may be at one file.
///
/// Time in which it was ready and others had the processor does not count: on a busy computer a good
/// file takes longer by the clock, and is no worse for that. Time in which it ran counts, and time in
/// which it slept, as one that waits for ever uses no processor. So on a computer with room for it, a
/// file takes no longer than is allowed, whatever the decoder does.
package struct DecoderAllowance {
  private let allowed: Duration
  private let begin: SuspendingClock.Instant
  private let usageBefore: ProcessUsage?
  private var last: (moment: SuspendingClock.Instant, usage: ProcessUsage?)
  /// How much of the time up to `last` counts.
  private var spent = Duration.zero

  /// So many times what is allowed may pass by the clock, whoever had the processor.
  private static let patience = 4
  /// What is left of the time when it is no use to go on, as a part of it.
  private static let leastPart = 10
  /// How long may pass without a look at what others had: threads that end take their account along.
  private static let longestPause = Duration.seconds(1)

  package init(_ allowed: Duration, at now: SuspendingClock.Instant, usage: ProcessUsage?) {
    self.allowed = allowed
    begin = now
    usageBefore = usage
    last = (now, usage)
  }

  /// When to look for the first time.
  package var firstEnd: SuspendingClock.Instant { begin + min(allowed, Self.longestPause) }

  /// When to look again; nil when its time is over.
  ///
  /// - Parameter usage: what the process has used and waited for up to now; nil if that is unknown.
  package mutating func end(
    at now: SuspendingClock.Instant, usage: ProcessUsage?
  ) -> SuspendingClock.Instant? {
    let left = left(at: now, usage: usage)
    let latest = begin + allowed * Self.patience
    guard left >= allowed / Self.leastPart, now < latest else { return nil }
    return min(now + min(left, Self.longestPause), latest)
  }

  /// How much of its time is left.
  package mutating func left(
    at now: SuspendingClock.Instant, usage: ProcessUsage?
  ) -> Duration {
    let passed = now - last.moment
    var kept = Duration.zero
    if let usage, let before = last.usage { kept = max(.zero, usage.waited - before.waited) }
    spent += max(.zero, passed - kept)
    last = (now, usage)
    var counted = spent
    // Several threads at once use more than passes.
    if let usage, let usageBefore { counted = max(counted, usage.used - usageBefore.used) }
    return allowed - counted
  }
}
