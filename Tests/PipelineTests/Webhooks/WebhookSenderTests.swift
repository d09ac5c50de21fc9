import Engine
import PipelineSupport
import State
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// The times of messages and of further attempts, by a clock that does not wait.
@Suite struct WebhookSenderTests {
  private let folder: LedgerFolder
  private let ledger: Ledger
  private let clock = SteppingClock()
  private let cancellation = Cancellation()

  init() throws {
    folder = try LedgerFolder(syncing: false)
    ledger = try folder.open()
  }

  /// Confined by its lock.
  private final class SteppingClock: DeliveryClock {
    private let waits = Mutex<[Duration]>([])
    private let onSleep = Mutex<(@Sendable () -> Void)?>(nil)

    var slept: [Duration] { waits.withLock { $0 } }
    func whenAsked(_ body: @escaping @Sendable () -> Void) { onSleep.withLock { $0 = body } }

    func sleep(_ time: Duration, unless isOver: () -> Bool) {
      waits.withLock { $0.append(time) }
      onSleep.withLock { $0 }?()
    }
  }

  /// A receiver that answers as a test says, by the number of the message and of its attempt.
  private final class Receiver {
    var sizes: [Int] = []
    private var attempts: [String: Int] = [:]
    private let answer: (String, Int) -> CurlClient.Answer

    init(_ answer: @escaping (String, Int) -> CurlClient.Answer) {
      self.answer = answer
    }

    func send(_ messages: [CurlClient.Message], unless isOver: () -> Bool) -> [CurlClient.Answer] {
      sizes.append(messages.count)
      return messages.map { message in
        attempts[message.key, default: 0] += 1
        return answer(message.key, attempts[message.key, default: 0])
      }
    }
  }

  private static func status(_ status: Int, retryAfter: Duration? = nil) -> CurlClient.Answer {
    CurlClient.Answer(status: status, problem: "", retryAfter: retryAfter)
  }

  private func rounds(
    retries: Int = 4, of file: WebhookFile.Form? = nil, until cancellation: Cancellation? = nil,
    _ send: @escaping WebhookSender.Send, _ notices: RunNotices = RunNotices()
  ) throws -> WebhookSender {
    var settings = WebhookSettings(
      address: try WebhookAddress("https://example.org/"), method: "POST", headers: [],
      members: nil, timeout: .seconds(1),
      schedule: RetrySchedule(retries: retries, first: .seconds(1)), stopsAtFailure: false)
    settings.file = file
    let context = RunContext(
      now: Instant(milliseconds: 0), ruleName: "rule", libraries: [],
      cancellation: cancellation ?? self.cancellation,
      notices: notices)
    return WebhookSender(settings, by: send, ledger, clock, in: context)
  }

  private func deliveries(_ count: Int) -> [Delivery] {
    (0..<count).map {
      Delivery(
        key: "\($0)", rule: "rule", target: "POST https://example.org/", subject: "\($0).png",
        body: "{}")
    }
  }

  private func waiting() throws -> [String] {
    try ledger.takeOver(rule: "rule", target: "POST https://example.org/", limit: 100).map(\.key)
  }

  @Test func roundsGrowWhileAllArrives() throws {
    let receiver = Receiver { _, _ in Self.status(200) }
    let results = try rounds(receiver.send).deliver(deliveries(40))
    #expect(results == Array(repeating: .delivered(isNew: true), count: 40))
    #expect(receiver.sizes == [1, 2, 4, 8, 16, 9])
    #expect(clock.slept.isEmpty)
  }

  @Test func whatDidNotArriveAloneIsSentAgain() throws {
    let receiver = Receiver { key, attempt in
      Self.status(key == "2" && attempt < 3 ? 503 : 200)
    }
    let results = try rounds(receiver.send).deliver(deliveries(3))
    #expect(results == Array(repeating: .delivered(isNew: true), count: 3))
    #expect(receiver.sizes == [1, 2, 1, 1])
    #expect(clock.slept.count == 2)
    #expect(
      zip(clock.slept, [1.0, 2.0]).allSatisfy { $0 >= .seconds($1 / 2) && $0 <= .seconds($1) })
  }

  @Test func retryAfterIsWaitedFor() throws {
    let receiver = Receiver { _, attempt in
      attempt == 1 ? Self.status(429, retryAfter: .seconds(200)) : Self.status(201)
    }
    #expect(try rounds(receiver.send).deliver(deliveries(1)) == [.delivered(isNew: true)])
    #expect(clock.slept == [.seconds(200)])
  }

  @Test func aReceiverThatIsDownGetsNothingMore() throws {
    let receiver = Receiver { _, _ in Self.status(500) }
    let rounds = try rounds(retries: 2, receiver.send)
    let reason =
      "https://example.org answered with status 500; it waits in the outbox"
    #expect(try rounds.deliver(deliveries(3)) == Array(repeating: .failed(reason), count: 3))
    #expect(receiver.sizes == [1, 1, 1])
    #expect(try waiting() == ["0", "1", "2"])
  }

  @Test func whatIsRefusedIsNotSentAgainAndCostsTheOthersNothing() throws {
    let receiver = Receiver { key, _ in Self.status(key == "0" ? 410 : 200) }
    let results = try rounds(receiver.send).deliver(deliveries(2))
    #expect(
      results == [
        .failed("https://example.org answered with status 410; it is not sent again by itself"),
        .delivered(isNew: true),
      ])
    #expect(clock.slept.isEmpty)
    #expect(try waiting() == [])
  }

  /// Its status may have come before the message was sent to its end.
  @Test func anAnswerThatDoesNotEndIsNone() throws {
    let receiver = Receiver { _, attempt in
      attempt == 1
        ? CurlClient.Answer(
          status: 200, problem: "Operation timed out", retryAfter: nil, isWhole: false)
        : Self.status(200)
    }
    #expect(try rounds(receiver.send).deliver(deliveries(1)) == [.delivered(isNew: true)])
    #expect(receiver.sizes == [1, 1])
  }

  /// Such as 100, after which the connection was closed.
  @Test(arguments: [100, 103, 199]) func anInterimAnswerIsNone(status: Int) throws {
    let receiver = Receiver { _, attempt in Self.status(attempt == 1 ? status : 200) }
    #expect(try rounds(receiver.send).deliver(deliveries(1)) == [.delivered(isNew: true)])
    #expect(receiver.sizes == [1, 1])
  }

  @Test func aRunThatEndsWhileItWaitsLeavesWhatDidNotArrive() throws {
    clock.whenAsked { [cancellation] in cancellation.cancel() }
    let receiver = Receiver { key, _ in Self.status(key == "0" ? 200 : 500) }
    #expect(throws: RunProblem.cancelled) {
      try rounds(receiver.send).deliver(deliveries(2))
    }
    #expect(try waiting() == ["1"])
  }

  @Test func aFileThatIsReadWhenTheRunEndsIsSentByTheNext() throws {
    let files = try TemporaryDirectory()
    try files.write("picture", to: "a.png")
    let hash = try ContentHasher.digest(.sha256, of: Array("picture".utf8))
    let delivery = Delivery(
      key: "0", rule: "rule", target: "POST https://example.org/ with files", subject: "a.png",
      body: "\(hash) image/png a.png \(files.path("a.png"))")
    let receiver = Receiver { _, _ in Self.status(200) }
    let ended = try rounds(of: .plain, receiver.send)
    cancellation.cancel()
    #expect(throws: RunProblem.cancelled) { try ended.deliver([delivery]) }
    #expect(receiver.sizes == [])
    let next = try rounds(of: .plain, until: Cancellation(), receiver.send)
    try next.sendBacklog()
    #expect(receiver.sizes == [1])
    #expect(try next.deliver([delivery]) == [.delivered(isNew: false)])
  }

  @Test func whatWasOnItsWayWhenTheRunEndedIsSentByTheNext() throws {
    #expect(throws: RunProblem.cancelled) {
      try rounds { _, _ in throw RunProblem.cancelled }.deliver(deliveries(1))
    }
    let receiver = Receiver { _, _ in Self.status(200) }
    let next = try rounds(receiver.send)
    try next.sendBacklog()
    #expect(receiver.sizes == [1])
    #expect(try next.deliver(deliveries(1)) == [.delivered(isNew: false)])
  }

  @Test func aProcessThatGoesOnHoldsNothingOfARunThatEnded() throws {
    #expect(throws: RunProblem.cancelled) {
      try rounds { _, _ in throw RunProblem.cancelled }.deliver(deliveries(5))
    }
    #expect(try waiting() == ["0", "1", "2", "3", "4"])
  }

  @Test func whatTheSenderDoesNotTakeCostsTheOthersNothing() throws {
    let receiver = Receiver { key, _ in
      key == "0"
        ? CurlClient.Answer(status: 0, problem: "exited with 26", retryAfter: nil, isOfSender: true)
        : Self.status(200)
    }
    let results = try rounds(receiver.send).deliver(deliveries(2))
    #expect(
      results == [
        .failed("curl did not send it: exited with 26; it is not sent again by itself"),
        .delivered(isNew: true),
      ])
    #expect(clock.slept.isEmpty)
    #expect(try waiting() == [])
  }

  @Test func aMessageThatIsTooLongLeavesTheOthersOfItsRound() throws {
    var left = deliveries(4)
    left[2] = Delivery(
      key: "2", rule: "rule", target: left[2].target, subject: "2.png",
      body: String(repeating: "a", count: 110_000))
    _ = try ledger.post(left, at: 0)
    try ledger.settle(left.map { ($0.key, .waiting("the run was ended")) }, at: 0)
    let said = Mutex<[String]>([])
    let receiver = Receiver { key, _ in
      key == "2"
        ? CurlClient.Answer(status: 0, problem: "exited with 26", retryAfter: nil, isOfSender: true)
        : Self.status(200)
    }
    let notices = RunNotices { text in said.withLock { $0.append(text) } }
    try rounds(receiver.send, notices).sendBacklog()
    #expect(receiver.sizes.reduce(0, +) == 3)
    #expect(
      said.withLock { $0 } == [
        "webhook: \"2.png\" of an earlier run: \(CurlClient.tooLong); it is not sent again by itself"
      ])
    #expect(try waiting() == [])
    #expect(try ledger.post(left, at: 0) == [.delivered, .delivered, .claimed, .delivered])
  }

  @Test func oneThatComesTwiceIsSentOnce() throws {
    let receiver = Receiver { _, _ in Self.status(200) }
    let results = try rounds(receiver.send).deliver(deliveries(1) + deliveries(1))
    #expect(results == [.delivered(isNew: true), .delivered(isNew: true)])
    #expect(receiver.sizes == [1])
  }
}
