internal import Pipeline
internal import Platform
internal import Synchronization

/// Answers offers as a test says; those behind its last answer expire.
final class ScriptedNotifier: Notifier {
  static let description = NotifierDescription(
    name: "script", summary: "answers as a test says")

  private let answers: Lock<ArraySlice<OfferAnswer>>

  init(_ answers: [OfferAnswer]) {
    self.answers = Lock(answers[...])
  }

  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome {
    next.outcome
  }

  func answer(
    to offer: Offer, until deadline: ContinuousClock.Instant
  ) throws -> OfferAnswer { next }

  private var next: OfferAnswer {
    answers.withLock { $0.popFirst() } ?? OfferAnswer(.expired)
  }
}
