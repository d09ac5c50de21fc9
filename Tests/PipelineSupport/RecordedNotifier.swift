package import Engine
import Foundation

/// Answers questions in the order that a test gave, and keeps what was asked.
///
/// `@unchecked Sendable`: guarded by `lock`.
package final class RecordedNotifier: Notifier, @unchecked Sendable {
  package static let description = NotifierDescription(
    name: "recorded", summary: "answers as it was told")

  package struct Question: Equatable {
    package let title: String
    package let subject: String
    package let age: Int64?
    package let stays: Int64
    package let place: String?

    package init(
      title: String, subject: String, age: Int64?, stays: Int64, place: String? = nil
    ) {
      self.title = title
      self.subject = subject
      self.age = age
      self.stays = stays
      self.place = place
    }
  }

  private let lock = NSLock()
  private var answers: [Outcome]
  private var asked: [Question] = []
  private let onAsk: @Sendable () -> Void

  package init(_ answers: [Outcome], onAsk: @escaping @Sendable () -> Void = {}) {
    self.answers = answers
    self.onAsk = onAsk
  }

  package var questions: [Question] { lock.withLock { asked } }

  package func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) -> Outcome {
    onAsk()
    return lock.withLock {
      asked.append(
        Question(
          title: offer.title, subject: offer.subject, age: offer.age, stays: offer.duration,
          place: offer.place.map { "\($0)" }))
      return answers.isEmpty ? .expired : answers.removeFirst()
    }
  }
}
