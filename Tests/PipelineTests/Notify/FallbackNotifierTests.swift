import Engine
import Foundation
import PipelineSupport
import Testing

/// The first notifier that can show an offer asks; where none can, it is passed on.
@Suite struct FallbackNotifierTests {
  private let offer = Offer(
    title: "Send it?", subject: "a.png", path: nil, age: nil, duration: 60_000)
  private let reported = RecordedNotices()

  private func fallback(_ notifiers: any Notifier...) -> FallbackNotifier {
    FallbackNotifier(notifiers, notices: reported.notices)
  }

  @Test func theFirstThatCanShowItAsks() throws {
    let second = RecordedNotifier([.accepted, .dismissed])
    let notifier = fallback(AbsentNotifier(), second)
    let outcomes = try (0..<2).map { _ in
      try notifier.offer(offer, until: .now + .seconds(60))
    }
    #expect(outcomes == [.accepted, .dismissed])
    #expect(second.questions.count == 2)
    // Each reason is reported once.
    #expect(reported.texts == ["it is away; asking by the notifier \"recorded\" instead"])
  }

  @Test func whereNoneCanAssetsAreDelivered() throws {
    let notifier = fallback(AbsentNotifier())
    #expect(try notifier.offer(offer, until: .now + .seconds(60)) == .delivered)
    let group = OfferGroup(
      title: "Send them?", noun: "photos", offers: [offer, offer], duration: 60_000)
    let answers = try notifier.answers(to: group, until: .now + .seconds(60))
    #expect(answers == [OfferAnswer(.delivered), OfferAnswer(.delivered)])
    #expect(reported.texts == ["it is away; what is offered is delivered without a question"])
  }

  @Test func whoAsksLaterHasTheWholeTime() throws {
    let second = ClockNotifier()
    _ = try fallback(AbsentNotifier(), second).offer(offer, until: .now - .seconds(5))
    #expect(try #require(second.left) > .seconds(50))
  }

  @Test func asManyAreAskedAtOnceAsTheOneThatAsksCanShow() throws {
    let desktop = SwitchedNotifier()
    let notifier = fallback(desktop, RecordedNotifier([.accepted, .accepted]))
    func ask() throws { _ = try notifier.offer(offer, until: .now + .seconds(60)) }
    #expect(notifier.mostAtOnce == 3)
    desktop.set(isAway: true)
    try ask()
    #expect(notifier.mostAtOnce == 1)
    desktop.set(isAway: false)
    try ask()
    #expect(notifier.mostAtOnce == 3)
  }

  @Test func oneThatShowsOneQuestionIsAskedByOneThreadAtATime() throws {
    let second = CrowdedNotifier()
    let desktop = SwitchedNotifier()
    desktop.set(isAway: true)
    let notifier = fallback(desktop, second)
    let asked = DispatchGroup()
    for _ in 0..<8 {
      asked.enter()
      Thread.detachNewThread { [offer] in
        _ = try? notifier.offer(offer, until: .now + .seconds(60))
        asked.leave()
      }
    }
    asked.wait()
    #expect(second.count == 8 && second.most == 1)
  }

  @Test func otherProblemsEndTheRun() {
    #expect(throws: RunProblem.cancelled) {
      try fallback(CancelledNotifier(), RecordedNotifier([.accepted]))
        .offer(offer, until: .now + .seconds(60))
    }
  }

  @Test func picturesAreMadeForWhoeverShowsThem() {
    #expect(fallback(RecordedNotifier([])).pictureSide == nil)
    #expect(
      fallback(ChoosingNotifier([], pictureSide: 64), RecordedNotifier([])).pictureSide == 64)
  }
}

/// The reported notices. `@unchecked Sendable`: guarded by `lock`.
private final class RecordedNotices: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []

  var texts: [String] { lock.withLock { all } }
  lazy var notices = RunNotices { [self] text in lock.withLock { all.append(text) } }
}

private struct AbsentNotifier: Notifier {
  static let description = NotifierDescription(name: "absent", summary: "can show nothing")

  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome {
    throw NotifierProblem("it is away")
  }
}

/// Shows three offers side by side, unless it is away. `@unchecked Sendable`: guarded by `lock`.
private final class SwitchedNotifier: ConcurrentNotifier, @unchecked Sendable {
  static let description = NotifierDescription(name: "switched", summary: "is here or away")

  private let lock = NSLock()
  private var isAway = false

  let mostAtOnce = 3

  func set(isAway: Bool) { lock.withLock { self.isAway = isAway } }

  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome {
    if lock.withLock({ isAway }) { throw NotifierProblem("it is away") }
    return .accepted
  }

  func choice(
    among group: OfferGroup, until deadline: ContinuousClock.Instant
  ) throws -> GroupAnswer {
    .chooses
  }
}

/// Counts how many ask it at once. `@unchecked Sendable`: guarded by `lock`.
private final class CrowdedNotifier: Notifier, @unchecked Sendable {
  static let description = NotifierDescription(name: "crowded", summary: "counts who asks")

  private let lock = NSLock()
  private var asking = 0
  private(set) var count = 0
  private(set) var most = 0

  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) -> Outcome {
    lock.withLock {
      asking += 1
      count += 1
      most = max(most, asking)
    }
    usleep(2000)
    lock.withLock { asking -= 1 }
    return .expired
  }
}

private struct CancelledNotifier: Notifier {
  static let description = NotifierDescription(name: "cancelled", summary: "is broken off")

  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) throws -> Outcome {
    throw RunProblem.cancelled
  }
}

/// Keeps how much time it was given. `@unchecked Sendable`: guarded by `lock`.
private final class ClockNotifier: Notifier, @unchecked Sendable {
  static let description = NotifierDescription(name: "clock", summary: "keeps its time")

  private let lock = NSLock()
  private var time: Duration?

  var left: Duration? { lock.withLock { time } }

  func offer(_ offer: Offer, until deadline: ContinuousClock.Instant) -> Outcome {
    lock.withLock { time = deadline - .now }
    return .expired
  }
}
