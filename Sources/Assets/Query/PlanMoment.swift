internal import Synchronization

/// The moment for which a rule is laid out; knows whether anything of the rule depends on it.
package final class PlanMoment: Sendable {
  private let moment: Instant
  private let read = Atomic(false)

  package init(_ moment: Instant) {
    self.moment = moment
  }

  package var now: Instant {
    read.store(true, ordering: .relaxed)
    return moment
  }

  /// Whether something asked for it.
  package var wasRead: Bool { read.load(ordering: .relaxed) }
}
