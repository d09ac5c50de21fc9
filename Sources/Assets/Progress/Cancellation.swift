internal import Synchronization

/// Tells every part of a run to stop; safe from any thread and from a signal handler.
public final class Cancellation: Sendable {
  private let cause = Atomic<Int>(Cause.none)

  private enum Cause {
    static let none = 0
    static let system = 1
    static let user = 2
  }

  public init() {}

  /// Asks the run to stop; the first cause stays.
  ///
  /// - Parameter byUser: whether the user did it, with Ctrl-C: a question that is shown then counts as
  ///   not asked.
  public func cancel(byUser: Bool = false) {
    _ = cause.compareExchange(
      expected: Cause.none, desired: byUser ? Cause.user : Cause.system, ordering: .relaxed)
  }

  public var isCancelled: Bool { cause.load(ordering: .relaxed) != Cause.none }

  /// Whether the user asked for it.
  package var isByUser: Bool { cause.load(ordering: .relaxed) == Cause.user }
}
