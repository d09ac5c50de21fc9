internal import Synchronization

/// Tells every part of a run to stop; safe from any thread and from a signal handler.
public final class Cancellation: Sendable {
  private let flags = Atomic<Int>(0)

  private static let over = 1
  private static let interrupted = 2
  private static let byUser = 4

  public init() {}

  /// Asks the run to stop; the first cause stays.
  ///
  /// - Parameter byUser: whether the user did it, with Ctrl-C: a question that is shown then counts as
  ///   not asked.
  public func cancel(byUser: Bool = false) {
    let cause = Self.over | (byUser ? Self.byUser : 0)
    var known = flags.load(ordering: .relaxed)
    while known & Self.over == 0 {
      let (isDone, found) = flags.compareExchange(
        expected: known, desired: known | cause, ordering: .relaxed)
      if isDone { return }
      known = found
    }
  }

  /// True if the current work is to stop, alone or with the whole run.
  public var isCancelled: Bool { flags.load(ordering: .relaxed) != 0 }

  /// Asks what is at hand to stop, until ``resume()``; what comes after it goes on.
  package func interrupt() { flags.bitwiseOr(Self.interrupted, ordering: .relaxed) }

  /// Lets work go on after ``interrupt()``, unless the run was asked to stop.
  package func resume() { flags.bitwiseAnd(~Self.interrupted, ordering: .relaxed) }

  /// Whether the whole run is to stop.
  package var isFinal: Bool { flags.load(ordering: .relaxed) & Self.over != 0 }

  /// Whether the user asked for it.
  package var isByUser: Bool { flags.load(ordering: .relaxed) & Self.byUser != 0 }
}
