internal import Engine
internal import State

/// Sends messages in batches: one message first, and twice as many while all arrive. One that did
/// not arrive is sent again after a while; after its last retry the receiver counts as down, and
/// further messages wait in the outbox for the next run. Confined to one worker thread.
final class WebhookSender {
  private let settings: WebhookSettings
  private let transport: Send
  private let ledger: Ledger
  private let clock: any DeliveryClock
  private let context: RunContext
  private var size = 1
  /// The reason why the receiver counts as down; nil while it does not.
  private var problem: String?

  /// Sends messages and returns a response for each, in order, unless the run ends before.
  typealias Send = ([CurlClient.Message], _ unless: () -> Bool) throws -> [CurlClient.Answer]

  enum Result: Hashable {
    /// The receiver has the message; `isNew` is true if this run sent it.
    case delivered(isNew: Bool)
    /// The message was not delivered; the text is in lower case, without a full stop.
    case failed(String)
  }

  private static let mostAtOnce = 16

  init(
    _ settings: WebhookSettings, by transport: @escaping Send, _ ledger: Ledger,
    _ clock: any DeliveryClock, in context: RunContext
  ) {
    self.settings = settings
    self.transport = transport
    self.ledger = ledger
    self.clock = clock
    self.context = context
  }

  private var now: Int64 { context.request.now.milliseconds }

  func sendBacklog() throws {
    while problem == nil {
      let left = try ledger.takeOver(
        rule: context.request.ruleIdentity, target: settings.target, limit: Self.mostAtOnce)
      if left.isEmpty { return }
      for (delivery, result) in zip(left, try send(left)) {
        guard case .failed(let reason) = result else { continue }
        let message = "webhook: \"\(delivery.subject)\" of an earlier run: \(reason)"
        if settings.stopsAtFailure { throw RunProblem.programFailed(message) }
        // The number of waiting messages is reported at the end.
        if problem == nil { context.services.notices.pass(message) }
      }
    }
  }

  /// Sends messages that were not delivered before; returns one result for each, in order.
  func deliver(_ deliveries: [Delivery]) throws -> [Result] {
    if deliveries.isEmpty { return [] }
    let states = try ledger.post(deliveries, at: now)
    let claimed = zip(deliveries, states).filter { $1 == .claimed }.map(\.0)
    let sent = Dictionary(
      zip(claimed.map(\.key), try send(claimed)), uniquingKeysWith: { first, _ in first })
    return zip(deliveries, states).map { delivery, state in
      // A repeated message was claimed once.
      if let result = sent[delivery.key] { return result }
      return state == .delivered
        ? .delivered(isNew: false) : .failed("another run sends it at the moment")
    }
  }

  func tellWaiting() throws {
    let waiting = try ledger.waitingCount(
      rule: context.request.ruleIdentity, target: settings.target)
    guard waiting > 0 else { return }
    context.services.notices.pass(
      "webhook: \(waiting == 1 ? "1 record waits" : "\(waiting) records wait") in the outbox for"
        + " \(settings.address.origin); the next run of the rule sends what waits")
  }

  private func send(_ deliveries: [Delivery]) throws -> [Result] {
    var results: [Result] = []
    var rest = deliveries[...]
    while !rest.isEmpty {
      let batch = Array(rest.prefix(size))
      rest = rest.dropFirst(batch.count)
      let outcomes: [DeliveryOutcome]
      do {
        outcomes = try self.outcomes(of: batch)
      } catch {
        // This process gives them up, although it may go on.
        try? ledger.settle(rest.map { ($0.key, .waiting("the run was ended")) }, at: now)
        throw error
      }
      try ledger.settle(zip(batch, outcomes).map { ($0.key, $1) }, at: now)
      let isSound = outcomes.allSatisfy { $0 == .delivered }
      size = isSound ? min(size * 2, Self.mostAtOnce) : 1
      results += outcomes.map(result)
    }
    return results
  }

  private func result(_ outcome: DeliveryOutcome) -> Result {
    switch outcome {
    case .delivered: .delivered(isNew: true)
    case .waiting(let reason): .failed("\(reason); it waits in the outbox")
    case .refused(let reason): .failed("\(reason); it is not sent again by itself")
    }
  }

  /// Sends a batch until each message arrived, was refused, or has no retries left.
  private func outcomes(of batch: [Delivery]) throws -> [DeliveryOutcome] {
    var outcomes = batch.map { delivery -> DeliveryOutcome in
      CurlClient.takes(delivery.body)
        ? .waiting(problem ?? "was not sent") : .refused(CurlClient.tooLong)
    }
    // An outbox of an earlier version may contain messages that are too long for curl.
    var open = batch.indices.filter { CurlClient.takes(batch[$0].body) }
    var messages: [Int: CurlClient.Message] = [:]
    for place in open where problem == nil {
      do throws(FileProblem) {
        messages[place] = try message(of: batch[place])
      } catch {
        if context.cancellation.isCancelled {
          postpone(batch)
          throw RunProblem.cancelled
        }
        outcomes[place] = .refused(error.reason)
      }
    }
    if problem == nil { open.removeAll { messages[$0] == nil } }
    var attempt = 0
    while !open.isEmpty, problem == nil {
      attempt += 1
      let answers: [CurlClient.Answer]
      do {
        answers = try transport(open.compactMap { messages[$0] }) {
          context.cancellation.isCancelled
        }
      } catch {
        // It is unknown which messages arrived; the receiver recognises repeated ones by key.
        postpone(batch)
        throw error
      }
      for (place, answer) in zip(open, answers) {
        outcomes[place] = outcome(of: answer, to: messages[place])
      }
      let retryAfter = zip(open, answers).compactMap { $1.retryAfter }.max()
      open = open.filter { if case .waiting = outcomes[$0] { true } else { false } }
      guard let first = open.first, case .waiting(let reason) = outcomes[first] else { break }
      let chance = Double.random(in: 0...1)
      guard
        let time = settings.schedule.wait(after: attempt, retryAfter: retryAfter, chance: chance)
      else {
        problem = reason
        break
      }
      // Delivered messages are stored now, as the run may end meanwhile.
      try ledger.settle(
        zip(batch, outcomes).filter { $1 == .delivered }.map { ($0.key, $1) }, at: now)
      clock.sleep(time) { context.cancellation.isCancelled }
      if context.cancellation.isCancelled {
        try ledger.settle(zip(batch, outcomes).map { ($0.key, $1) }, at: now)
        throw RunProblem.cancelled
      }
    }
    return outcomes
  }

  /// Lets the messages of a batch wait, as the run was ended.
  private func postpone(_ batch: [Delivery]) {
    try? ledger.settle(batch.map { ($0.key, .waiting("the run was ended")) }, at: now)
  }

  /// Returns a delivery's message; throws ``FileProblem`` if its file is missing or has changed.
  private func message(of delivery: Delivery) throws(FileProblem) -> CurlClient.Message {
    var message = CurlClient.Message(key: delivery.key, body: delivery.body)
    guard settings.file != nil else { return message }
    guard let about = WebhookFile(delivery.body) else {
      throw FileProblem("the outbox names no file")
    }
    message.file = (about, try about.open(until: context.cancellation))
    return message
  }

  private func outcome(
    of answer: CurlClient.Answer, to message: CurlClient.Message?
  ) -> DeliveryOutcome {
    let origin = settings.address.origin
    if let file = message?.file?.open, (try? PartialFile.checkUnchanged(file)) == nil {
      return .refused("the file changed while it was sent")
    }
    if answer.isOfSender { return .refused("curl did not send it: \(answer.problem)") }
    switch answer.status {
    case 200...299 where answer.isWhole: return .delivered
    case 200...299:
      return .waiting(
        "\(origin) answered with status \(answer.status), but not to the end: \(answer.problem)")
    case 0: return .waiting("\(origin) can't be reached: \(answer.problem)")
    // An interim answer, after which the connection ended (RFC 9110, section 15.2).
    case 100...199:
      return .waiting("\(origin) answered with status \(answer.status), and no more")
    case 408, 425, 429, 500...599:
      return .waiting("\(origin) answered with status \(answer.status)")
    case 300...399:
      return .refused(
        "\(origin) answered with status \(answer.status), and redirects are not followed")
    default: return .refused("\(origin) answered with status \(answer.status)")
    }
  }
}
