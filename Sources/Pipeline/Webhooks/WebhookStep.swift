internal import Engine
internal import Platform
internal import State

/// Puts a message for each asset into the outbox and sends it, in order. A message is on the disk
/// before it is sent, and counts as delivered once the receiver responds with a status of 200 to
/// 299. The next run first sends those that a killed or failed run left behind, with the same keys.
struct WebhookStep: Step {
  static let words = ["delivered", "earlier"]

  private let settings: WebhookSettings
  private let clock: any DeliveryClock

  init(_ settings: WebhookSettings, clock: any DeliveryClock = SystemDeliveryClock()) {
    self.settings = settings
    self.clock = clock
  }

  var name: String { Webhook.description.name }
  var ordering: StepOrdering { .source }
  // A record contains all values of a header.
  var facets: FacetSet { [.header, .findings] }
  var traits: StepTraits { StepTraits(hasBacklog: true) }
  var detail: String {
    if settings.file != nil {
      return "files to \(settings.address.origin), \(settings.schedule.retries) retries"
    }
    let body = settings.members.map { "{ \($0.map(\.name).joined(separator: ", ")) }" } ?? "records"
    return "\(body) to \(settings.address.origin), \(settings.schedule.retries) retries"
  }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let context = worker.context
    guard let field = context.fields.field(named: name) else {
      preconditionFailure("a stage's fields are added before its steps are made")
    }
    if context.request.isDryRun { return DryWebhookInstance(settings, context) }
    precondition(
      context.permission.capabilities.contains(.network), "records are sent where that is granted")
    guard let ledger = context.ledger else {
      throw RunProblem.outputFailed("\(name): this run has no ledger")
    }
    return WebhookInstance(
      field, settings,
      WebhookSender(
        settings, by: try CurlClient(settings, in: context).send, try ledger.ledger(), clock,
        in: context),
      context)
  }
}

private final class DryWebhookInstance: StepInstance {
  private let settings: WebhookSettings
  private let context: RunContext

  init(_ settings: WebhookSettings, _ context: RunContext) {
    self.settings = settings
    self.context = context
  }

  func process(_ batch: inout Batch) {
    context.services.notices.tell("dry run: nothing is sent to \(settings.address.origin)")
  }
}

private final class WebhookInstance: StepInstance {
  private let field: Field
  private let settings: WebhookSettings
  private let sender: WebhookSender
  private let context: RunContext
  private var hasBegun = false

  /// The number of messages that one process of curl sends.
  private static let piece = 16

  init(_ field: Field, _ settings: WebhookSettings, _ sender: WebhookSender, _ context: RunContext)
  {
    self.field = field
    self.settings = settings
    self.sender = sender
    self.context = context
  }

  var pieceSize: Int? { Self.piece }

  func process(_ batch: inout Batch) {}

  func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
    try begin()
    var deliveries: [(place: Int, delivery: Delivery)] = []
    for (place, asset) in piece.enumerated() {
      if let delivery = try delivery(of: asset) { deliveries.append((place, delivery)) }
    }
    let sent = try sender.deliver(deliveries.map(\.delivery))
    let results = Dictionary(uniqueKeysWithValues: zip(deliveries.map(\.place), sent))
    for (place, asset) in piece.enumerated() {
      switch results[place] {
      case .delivered(let isNew):
        let word = WebhookStep.words[isNew ? 0 : 1]
        asset.findingsForWriting().set(.string(word), of: field)
        if settings.file != nil {
          context.sentFiles?.add(asset, isNew: isNew, to: settings.address.origin)
        }
      case .failed(let reason): try fail(asset, reason)
      case nil: break
      }
      var batch = Batch(ordinal: 0, assets: [asset])
      batch.keep { _ in true }
      try handOn(batch)
    }
  }

  func finish() throws -> [Asset] {
    try begin()
    try sender.tellWaiting()
    return []
  }

  /// Sends the messages that earlier runs left in the outbox; only the first call does.
  private func begin() throws {
    guard !hasBegun else { return }
    hasBegun = true
    try sender.sendBacklog()
  }

  private func delivery(of asset: Asset) throws -> Delivery? {
    do {
      let body = try body(of: asset)
      guard CurlClient.takes(body) else { throw FileProblem(CurlClient.tooLong) }
      return Delivery(
        key: try key(of: asset), rule: context.request.ruleIdentity, target: settings.target,
        subject: asset.displayName, body: body)
    } catch let problem as FileProblem {
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      try fail(asset, problem.reason)
    } catch let failure as AssetFailure {
      try fail(asset, failure.reason)
    }
    return nil
  }

  private func fail(_ asset: Asset, _ reason: String) throws {
    let stage = Webhook.description.name
    if settings.stopsAtFailure {
      throw RunProblem.programFailed("\(asset.displayName): \(stage): \(reason)")
    }
    asset.fail(stage: stage, reason)
  }

  private func body(of asset: Asset) throws -> String {
    if settings.file != nil { return try WebhookFile(of: asset, until: context.cancellation).text }
    guard let members = settings.members else {
      var writer = RecordWriter(capacity: 1 << 12)
      writer.fields = context.fields
      asset.writeRecord(into: &writer)
      return String(
        decoding: writer.buffer.bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
    let names = members.flatMap { $0.template.members.map(\.path.name) }
    return try asset.withRecord(reading: names, context.fields) { record in
      var body = ByteBuffer(capacity: 1 << 10)
      for (place, member) in members.enumerated() {
        body.append(UInt8(ascii: place == 0 ? "{" : ","))
        body.append(string: member.name)
        body.append(UInt8(ascii: ":"))
        var text = ByteBuffer(capacity: 256)
        member.template.write(record, into: &text)
        body.append(string: String(decoding: text.bytes, as: UTF8.self))
      }
      if members.isEmpty { body.append(UInt8(ascii: "{")) }
      body.append(UInt8(ascii: "}"))
      return String(decoding: body.bytes, as: UTF8.self)
    }
  }

  /// Returns a message's key in hexadecimal, the same for an unchanged asset in all runs of a rule.
  private func key(of asset: Asset) throws(FileProblem) -> String {
    var version = Fingerprint()
    asset.addVersion(to: &version)
    let state = try HashState(.sha256)
    for text in [
      context.request.ruleIdentity, settings.target, asset.string(of: .library),
      asset.string(of: .localIdentifier), String(version.value, radix: 36),
    ] {
      (Array(text.utf8) + [0]).withUnsafeBytes(state.update)
    }
    return try state.finish().hexadecimal
  }
}
