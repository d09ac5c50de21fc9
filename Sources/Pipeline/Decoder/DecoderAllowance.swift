/// How long a decoder may be at one file.
///
/// It is processor time that is allowed: on a busy computer a good file takes longer by the clock,
/// and is no worse for that.
package struct DecoderAllowance {
  private let allowed: Duration
  private let begin: SuspendingClock.Instant
  private let usedBefore: Duration?

  /// So many times what is allowed may pass by the clock; one that waits for ever uses no processor.
  private static let patience = 4
  /// What is left of the time when it is no use to go on, as a part of it.
  private static let leastPart = 10

  package init(_ allowed: Duration, at now: SuspendingClock.Instant, used: Duration?) {
    self.allowed = allowed
    begin = now
    usedBefore = used
  }

  /// When to look again; nil when its time is over.
  ///
  /// - Parameter used: how much processor time the process has used up to now; nil if that is unknown.
  package func end(at now: SuspendingClock.Instant, used: Duration?) -> SuspendingClock.Instant? {
    guard let used, let usedBefore else { return nil }
    let left = allowed - (used - usedBefore)
    let last = begin + allowed * Self.patience
    guard left >= allowed / Self.leastPart, now < last else { return nil }
    return min(now + left, last)
  }
}
