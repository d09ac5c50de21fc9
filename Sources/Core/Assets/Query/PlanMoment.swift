internal import Synchronization

/// The moment for which a rule is planned, and a record of whether the plan depends on it.
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

  /// True if ``now`` was read.
  package var wasRead: Bool { read.load(ordering: .relaxed) }
}
