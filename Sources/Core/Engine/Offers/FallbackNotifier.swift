/// A notifier that shows each offer by the first of several notifiers that can show it, and
/// delivers the asset without a question if none can.
///
/// ```swift
/// let notifier = FallbackNotifier([desktop, terminal], notices: notices)
/// ```
///
/// Each offer tries the first one again, so a desktop that comes back is used again. Each reason
/// for another notifier is reported once.
package struct FallbackNotifier: Notifier {
  package static let description = NotifierDescription(
    name: "fallback", summary: "asks by the first notifier that can show the offer")

  private let notifiers: [any Notifier]
  private let notices: RunNotices

  /// - Parameter notifiers: The notifiers, the preferred one first, each as returned by
  ///   ``Notifier/serving(_:)``.
  package init(_ notifiers: [any Notifier], notices: RunNotices) {
    self.notifiers = notifiers
    self.notices = notices
  }

  /// The size of the first notifier that shows pictures; asking the others would take time.
  package var pictureSide: Int? { notifiers.lazy.compactMap(\.pictureSide).first }

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
  /// nil if there is none. Each further notifier gets the full time.
  private func first<Reply>(
    _ deadline: ContinuousClock.Instant, _ duration: Int64,
    _ ask: (any Notifier, ContinuousClock.Instant) throws -> Reply
  ) throws -> Reply? {
    var deadline = deadline
    for (place, notifier) in notifiers.enumerated() {
      do {
        return try ask(notifier, deadline)
      } catch let problem as NotifierProblem {
        notices.tell("\(problem.reason); \(Self.consequence(notifiers[(place + 1)...].first))")
        deadline = .now + .milliseconds(duration)
      }
    }
    return nil
  }

  private static func consequence(_ next: (any Notifier)?) -> String {
    next.map { "asking by the notifier \"\(type(of: $0).description.name)\" instead" }
      ?? "what is offered is delivered without a question"
  }
}
