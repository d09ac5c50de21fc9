internal import Platform
internal import Synchronization

/// A notifier that shows each offer by the first of several notifiers that can show it, and
/// delivers the asset without a question if none can.
///
/// ```swift
/// let notifier = FallbackNotifier([desktop, terminal], notices: notices)
/// ```
///
/// Each offer tries the first one again, so a desktop that comes back is used again. Each reason
/// for another notifier is reported once. Safe from any thread: a notifier that shows one question
/// after the other is called by one thread at a time.
package final class FallbackNotifier: ConcurrentNotifier {
  package static let description = NotifierDescription(
    name: "fallback", summary: "asks by the first notifier that can show the offer")

  private let notifiers: [any Notifier]
  private let notices: RunNotices
  /// The position of the notifier that showed the last offer, as far as known.
  private let lastPlace = Lock(0)
  /// The turn of the notifiers that show one question after the other.
  private let turns = OfferTurns()

  /// - Parameter notifiers: The notifiers, the preferred one first, each as returned by
  ///   ``Notifier/serving(_:)``.
  package init(_ notifiers: [any Notifier], notices: RunNotices) {
    self.notifiers = notifiers
    self.notices = notices
  }

  /// The picture size of the first notifier that shows pictures; nil if none does.
  package var pictureSide: Int? { notifiers.firstNonNil(\.pictureSide) }

  package var mostAtOnce: Int {
    let place = lastPlace.withLock { $0 }
    return notifiers.indices.contains(place) ? Self.mostAtOnce(of: notifiers[place]) : 1
  }

  private static func mostAtOnce(of notifier: any Notifier) -> Int {
    (notifier as? any ConcurrentNotifier)?.mostAtOnce ?? 1
  }

  package func offer(
    _ offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> Outcome {
    try answer(to: offer, until: deadline).outcome
  }

  package func answer(
    to offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer {
    try first(deadline, offer.duration) { notifier, deadline in
      try notifier.answer(to: offer, until: deadline)
    } ?? OfferAnswer(.delivered)
  }

  package func answers(
    to group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> [OfferAnswer] {
    try first(deadline, group.duration) { notifier, deadline in
      try notifier.answers(to: group, until: deadline)
    } ?? group.offers.map { _ in OfferAnswer(.delivered) }
  }

  /// Asks by the first notifier that can; one without a choice asks for all offers at once.
  package func choice(
    among group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> GroupAnswer {
    try first(deadline, group.duration) { notifier, deadline in
      if let notifier = notifier as? any ConcurrentNotifier {
        return try notifier.choice(among: group, until: deadline)
      }
      return .answers(try notifier.answers(to: group, until: deadline))
    } ?? .answers(group.offers.map { _ in OfferAnswer(.delivered) })
  }

  package func tell(_ title: String, _ text: String, for duration: Duration) throws {
    for notifier in notifiers {
      do {
        return try notifier.tell(title, text, for: duration)
      } catch is NotifierProblem {
        continue
      }
    }
    throw NotifierProblem("nothing can be shown")
  }

  /// Returns the result of the first notifier for which `ask` doesn't throw a ``NotifierProblem``;
  /// nil if none exists. Each further notifier gets the full time, also after it waited for its
  /// turn.
  private func first<Reply>(
    _ deadline: ContinuousClock.Instant, _ duration: Int64,
    _ ask: (any Notifier, ContinuousClock.Instant) throws -> Reply
  ) throws -> Reply? {
    for (place, notifier) in notifiers.enumerated() {
      func asked() throws -> Reply {
        try ask(notifier, place == 0 ? deadline : .now + .milliseconds(duration))
      }
      do {
        let reply =
          Self.mostAtOnce(of: notifier) > 1 ? try asked() : try turns.take { _ in try asked() }
        lastPlace.withLock { $0 = place }
        return reply
      } catch let problem as NotifierProblem {
        lastPlace.withLock { $0 = place + 1 }
        notices.tell("\(problem.reason); \(Self.consequence(notifiers[(place + 1)...].first))")
      }
    }
    return nil
  }

  private static func consequence(_ next: (any Notifier)?) -> String {
    next.map { "asking by the notifier \"\(type(of: $0).description.name)\" instead" }
      ?? "what is offered is delivered without a question"
  }
}
