struct OfferSettings: Sendable {
  /// The question; nil for a standard question that depends on the number of assets.
  let title: RecordTemplate?
  /// The text below the question; nil for the name of the asset's file.
  let body: RecordTemplate?
  /// The actions that accept the offer in another way, such as `send`.
  let actions: [OfferAction]
  /// The label of the button that accepts without an action; nil for the notifier's own.
  let acceptLabel: String?
  /// The time for which the question stays, in milliseconds.
  let duration: Int64
  /// The milliseconds without an offer after which a watch notifies the user; nil for never.
  let quietTime: Int64?
  /// True if refused assets are passed on as well.
  let keepsAll: Bool
  /// True if later stages may act on assets that were passed on without a question.
  let allowsUnattended: Bool
  /// The program that answers the offers; nil to ask with the run's notifier.
  let program: ProgramCall?

  /// Returns true if an asset with this outcome is passed on.
  func passes(_ outcome: Outcome) -> Bool { keepsAll || outcome.isTaken }

  func question(about count: Int) -> String {
    title?.plainText ?? Self.standardTitles[count > 1 ? 1 : 0]
  }

  /// Returns the question; the template's own text if the asset lacks a value.
  func question(about asset: Asset, _ fields: FieldTable) -> String {
    if let given = asset.findings?[OfferWording.self]?.title { return given }
    guard let title, !title.members.isEmpty else { return question(about: 1) }
    return (try? asset.text(of: title, fields)) ?? title.text
  }

  func subject(of asset: Asset, _ fields: FieldTable) -> String {
    if let given = asset.findings?[OfferWording.self]?.body { return given }
    guard let body else { return asset.string(of: .filename) }
    return (try? asset.text(of: body, fields)) ?? body.text
  }

  static let standardTitles = ["Take this one?", "Take these?"]

  func summary(about count: Int) -> String {
    "\"\(question(about: count))\", for \(duration) ms"
      + (actions.isEmpty ? "" : ", actions \(actions.map(\.name).joined(separator: ", "))")
      + (program.map { ", answered by \($0.text)" } ?? "")
      + (keepsAll ? ", passes on all" : "")
      + (quietTime.map {
        ", only under watch: a notice after \(Duration.text(milliseconds: $0)) of quiet"
      } ?? "")
  }

  var deadline: ContinuousClock.Instant { .now + .milliseconds(duration) }
}

/// The offers of a stage in a run: claims, asks and stores answers, on one worker thread.
struct OfferSession {
  let settings: OfferSettings
  let context: RunContext

  /// Passes assets on without a question; drops those claimed by another run or still written to.
  func deliver(_ batch: inout Batch) throws {
    if context.request.isDryRun || batch.count == 0 { return }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    batch.keep(verdicts: try claim(Array(batch.survivors)))
    for asset in batch.survivors { note(OfferAnswer(.delivered), on: asset) }
  }

  /// Claims assets in one transaction; returns false for those that another run has claimed, and for
  /// those whose files are still being written, which a later run offers.
  func claim(_ assets: [Asset]) throws -> [Bool] {
    let areFinished = assets.map { $0.originalState != .beingWritten }
    var claimed = try context.services.offers.claim(
      zip(assets, areFinished).compactMap { $1 ? $0 : nil }, for: context.request.ruleName,
      at: context.request.now
    )[...]
    return areFinished.map { $0 ? claimed.removeFirst() : false }
  }

  /// Asks one question about claimed assets, and stores the answers in the ledger and the assets;
  /// `question` returns one answer for each, in order. If the user cancels it, or it could not be
  /// shown, the claims are withdrawn. A question that was lost after it was shown stays
  /// unconfirmed.
  func ask(_ assets: [Asset], _ question: () throws -> [OfferAnswer]) throws -> [OfferAnswer] {
    try context.services.offers.markOffered(assets, at: context.request.now)
    let cancellation = context.cancellation
    let answers: [OfferAnswer]
    do {
      let turn = context.resources[OfferTurn.self]
      answers = try turn.map { try $0.whileAsking(question) } ?? question()
    } catch OfferProblem.lost {
      throw RunProblem.cancelled
    } catch {
      if !cancellation.isCancelled || cancellation.isByUser {
        try context.services.offers.withdraw(assets)
      }
      throw error
    }
    precondition(answers.count == assets.count, "a notifier gives one answer for each offer")
    let wasBrokenOff =
      cancellation.isCancelled && answers.allSatisfy { $0.outcome == .expired }
    if wasBrokenOff {
      if cancellation.isByUser { try context.services.offers.withdraw(assets) }
      throw RunProblem.cancelled
    }
    // Answers are stored even in a cancelled run. Assets passed on are settled with their records.
    let isOver = cancellation.isCancelled
    try context.services.offers.settle(
      zip(assets, answers).filter { isOver || $1.outcome != .delivered }.map { ($0, $1.outcome) },
      at: context.request.now)
    if isOver { throw RunProblem.cancelled }
    for (asset, answer) in zip(assets, answers) { note(answer, on: asset) }
    return answers
  }

  /// Returns the offer of an asset, with a picture if `hasPicture` and the notifier shows one.
  func offer(of asset: Asset, place: Offer.Place? = nil, hasPicture: Bool = true) -> Offer {
    var date: Instant?
    if case .date(let moment) = asset.value(of: .creationDate) { date = moment }
    return Offer(
      title: settings.question(about: asset, context.fields),
      subject: settings.subject(of: asset, context.fields),
      path: asset.pathBytes.map { String(decoding: $0, as: UTF8.self) },
      age: date.map {
        context.request.now.milliseconds.subtractingReportingOverflow($0.milliseconds).partialValue
      },
      duration: settings.duration, date: date, place: place, actions: settings.actions,
      acceptLabel: settings.acceptLabel,
      picture: hasPicture ? picture(of: asset) : nil)
  }

  private func picture(of asset: Asset) -> OfferPicture? {
    context.services.notifier?.pictureSide.flatMap {
      OfferPicture.loaded(of: asset, side: $0, in: context)
    }
  }

  private func note(_ answer: OfferAnswer, on asset: Asset) {
    context.services.offers.count(answer.outcome)
    Prompt(
      rule: context.request.ruleName, answer: answer, offeredAt: context.request.now,
      allowsUnattended: settings.allowsUnattended
    ).note(on: asset, context.fields)
  }
}
