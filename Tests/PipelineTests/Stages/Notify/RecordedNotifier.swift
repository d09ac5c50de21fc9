import Foundation
import Pipeline

/// Answers questions in the order that a test gave, and keeps what was asked.
///
/// `@unchecked Sendable`: guarded by `lock`.
final class RecordedNotifier: Notifier, @unchecked Sendable {
  static let description = NotifierDescription(name: "recorded", summary: "answers as it was told")

  struct Question: Equatable {
    let title: String
    let subject: String
    let age: Int64?
    let stays: Int64
  }

  private let lock = NSLock()
  private var answers: [Outcome]
  private var asked: [Question] = []
  private let onAsk: @Sendable () -> Void

  init(_ answers: [Outcome], onAsk: @escaping @Sendable () -> Void = {}) {
    self.answers = answers
    self.onAsk = onAsk
  }

  var questions: [Question] { lock.withLock { asked } }

  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) -> Outcome {
    onAsk()
    return lock.withLock {
      asked.append(
        Question(
          title: offer.title, subject: offer.subject, age: offer.age, stays: offer.duration))
      return answers.isEmpty ? .expired : answers.removeFirst()
    }
  }
}
