package import Engine
import Foundation

/// Answers a question about several assets as a test says, and keeps what was asked.
///
/// `@unchecked Sendable`: guarded by `lock`.
package final class JointNotifier: Notifier, @unchecked Sendable {
  package static let description = NotifierDescription(
    name: "joint", summary: "answers all at once, as it was told")

  private let lock = NSLock()
  private var asked: [OfferGroup] = []
  private var single: [Offer] = []
  private let answer: @Sendable (OfferGroup) throws -> [OfferAnswer]

  package let pictureSide: Int?

  package init(
    pictureSide: Int? = nil, _ answer: @escaping @Sendable (OfferGroup) throws -> [OfferAnswer]
  ) {
    self.pictureSide = pictureSide
    self.answer = answer
  }

  package var groups: [OfferGroup] { lock.withLock { asked } }
  package var offers: [Offer] { lock.withLock { single } }

  package func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) -> Outcome {
    lock.withLock { single.append(offer) }
    return .accepted
  }

  package func answers(
    to group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> [OfferAnswer] {
    lock.withLock { asked.append(group) }
    return try answer(group)
  }
}
