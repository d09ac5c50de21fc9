internal import Synchronization

/// Tells every part of a run to stop; safe from any thread and from a signal handler.
public final class Cancellation: Sendable {
  private let flags = Atomic<Int>(0)

  private static let over = 1
  private static let interrupted = 2

  public init() {}

  /// Asks the run to stop.
  public func cancel() { flags.bitwiseOr(Self.over, ordering: .relaxed) }

  /// Whether what is at hand is to stop, alone or with the whole run.
  public var isCancelled: Bool { flags.load(ordering: .relaxed) != 0 }

  /// Asks what is at hand to stop, until ``resume()``; what comes after it goes on.
  package func interrupt() { flags.bitwiseOr(Self.interrupted, ordering: .relaxed) }

  /// Lets work go on after ``interrupt()``, unless the run was asked to stop.
  package func resume() { flags.bitwiseAnd(~Self.interrupted, ordering: .relaxed) }

  /// Whether the whole run is to stop.
  package var isFinal: Bool { flags.load(ordering: .relaxed) & Self.over != 0 }
}
