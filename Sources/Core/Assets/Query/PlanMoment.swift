internal import Synchronization

/// The moment that a rule takes for "now" while it is planned; it notes if the plan used it.
package final class PlanMoment: Sendable {
  private let moment: Instant
  private let read = Atomic(false)

  package init(_ moment: Instant) {
    self.moment = moment
  }

  /// The moment; reading it sets ``wasRead``.
  package var now: Instant {
    read.store(true, ordering: .relaxed)
    return moment
  }

  /// True if ``now`` was used.
  package var wasRead: Bool { read.load(ordering: .relaxed) }
}
