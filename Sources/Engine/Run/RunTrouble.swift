internal import Platform
internal import Synchronization

/// What ended one part of a run, for the others to end as well; safe from any thread.
final class RunTrouble: Sendable {
  private let first = Lock<(any Error)?>(nil)

  func note(_ error: any Error) {
    first.withLock { $0 = $0 ?? error }
  }

  /// - Throws: the first error that was noted.
  func check() throws {
    if let error = first.withLock({ $0 }) { throw error }
  }
}
