internal import Synchronization

/// Tells every part of a run to stop; safe from any thread and from a signal handler.
public final class Cancellation: Sendable {
  private let flag = Atomic<Int>(0)

  public init() {}

  /// Asks the run to stop.
  public func cancel() {
    flag.store(1, ordering: .relaxed)
  }

  public var isCancelled: Bool { flag.load(ordering: .relaxed) != 0 }
}
