internal import Synchronization

/// A flag that asks every part of a run to stop; safe from any thread and from a signal handler.
public final class Cancellation: Sendable {
  private let flags = Atomic<Int>(0)

  private static let over = 1
  private static let interrupted = 2
  private static let byUser = 4

  public init() {}

  /// Asks the run to stop. Later calls don't change the cause.
  ///
  /// - Parameter byUser: true if the user stopped the run with Ctrl-C; a question that is shown
  ///   then counts as not asked.
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

  /// True if the current work has to stop, by ``interrupt()`` or ``cancel(byUser:)``.
  public var isCancelled: Bool { flags.load(ordering: .relaxed) != 0 }

  /// Asks the current work to stop, until ``resume()``; the run itself goes on.
  package func interrupt() { flags.bitwiseOr(Self.interrupted, ordering: .relaxed) }

  /// Ends an interruption, unless the run was cancelled.
  package func resume() { flags.bitwiseAnd(~Self.interrupted, ordering: .relaxed) }

  /// True if the whole run has to stop.
  package var isFinal: Bool { flags.load(ordering: .relaxed) & Self.over != 0 }

  /// True if the user cancelled the run.
  package var isByUser: Bool { flags.load(ordering: .relaxed) & Self.byUser != 0 }
}
