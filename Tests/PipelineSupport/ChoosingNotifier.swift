package import Engine
import Foundation

/// Accepts by one action after the other, and keeps what was asked.
///
/// `@unchecked Sendable`: guarded by `lock`.
package final class ChoosingNotifier: Notifier, @unchecked Sendable {
  package static let description = NotifierDescription(
    name: "choosing", summary: "accepts by the actions that it was told")

  package let pictureSide: Int?
  private let lock = NSLock()
  private var actions: [String?]
  private var asked: [Offer] = []

  /// - Parameters:
  ///   - actions: for each offer, nil for a plain yes; behind them none is accepted.
  ///   - pictureSide: as the notifier says it.
  package init(_ actions: [String?], pictureSide: Int? = nil) {
    self.actions = actions
    self.pictureSide = pictureSide
  }

  package var offers: [Offer] { lock.withLock { asked } }

  package func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) -> Outcome {
    answer(to: offer, until: deadline).outcome
  }

  package func answer(
    to offer: Offer, until deadline: ContinuousClock.Instant
  ) -> OfferAnswer {
    lock.withLock {
      asked.append(offer)
      if actions.isEmpty { return OfferAnswer(.expired) }
      return OfferAnswer(.accepted, action: actions.removeFirst())
    }
  }
}
