/// What a rule says of its offers.
struct OfferTerms: Sendable {
  /// Nil where the rule leaves the words to the number of assets.
  let title: RecordTemplate?
  /// The line below it; nil for the name of the asset's file.
  let body: RecordTemplate?
  /// The ways to accept beside a plain yes.
  let actions: [OfferAction]
  /// The words for a plain yes; nil where the rule has none.
  let acceptLabel: String?
  /// How long the question stays, in milliseconds.
  let duration: Int64
  /// How many milliseconds may pass under a watch without an offer until the user is told.
  let quietTime: Int64?
  /// Whether what was refused goes on as well.
  let keepsAll: Bool
  /// Whether later stages may act on what is delivered without a question.
  let allowsUnattended: Bool
  /// The program that answers; nil to ask by the run's notifier.
  let program: ProgramCall?

  /// Whether an asset goes on.
  func passes(_ outcome: Outcome) -> Bool { keepsAll || outcome.isTaken }

  /// The question about so many assets.
  func question(about count: Int) -> String {
    title?.plainText ?? Self.standardTitles[count > 1 ? 1 : 0]
  }

  /// The question about an asset; one that it can't be put into words for asks as the rule writes it.
  func question(about asset: Asset, _ fields: FieldTable) -> String {
    if let given = asset.findings?[OfferWording.self]?.title { return given }
    guard let title, !title.members.isEmpty else { return question(about: 1) }
    return (try? asset.text(of: title, fields)) ?? title.text
  }

  /// The line below the question.
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

/// The offers of one run by one stage: claimed, asked, settled.
///
/// Confined to one lane.
struct OfferRound {
  let terms: OfferTerms
  let context: RunContext

  /// Passes assets on that nobody is asked about; those that another run has are left out.
  func deliver(_ batch: inout Batch) throws {
    if context.isDryRun || batch.count == 0 { return }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    batch.keep(verdicts: try claim(Array(batch.survivors)))
    for asset in batch.survivors { note(OfferAnswer(.delivered), on: asset) }
  }

  /// Claims assets in one transaction; false for those that another run has.
  func claim(_ assets: [Asset]) throws -> [Bool] {
    try context.offers.claim(assets, for: context.ruleName, at: context.now)
  }

  /// Asks one question about claimed assets, and notes the answers in the ledger and on the assets.
  ///
  /// A question that the user breaks off, or that could not be shown, decides nothing: the claims are
  /// given back. One that was lost on the way stays unconfirmed.
  ///
  /// - Parameter question: gives one answer for each asset, in order.
  func ask(_ assets: [Asset], _ question: () throws -> [OfferAnswer]) throws -> [OfferAnswer] {
    try context.offers.markOffered(assets, at: context.now)
    let cancellation = context.cancellation
    let answers: [OfferAnswer]
    do {
      answers = try question()
    } catch OfferProblem.lost {
      throw RunProblem.cancelled
    } catch {
      if !cancellation.isCancelled || cancellation.isByUser {
        try context.offers.withdraw(assets)
      }
      throw error
    }
    precondition(answers.count == assets.count, "a notifier gives one answer for each offer")
    let wasBrokenOff =
      cancellation.isCancelled && answers.allSatisfy { $0.outcome == .expired }
    if wasBrokenOff {
      if cancellation.isByUser { try context.offers.withdraw(assets) }
      throw RunProblem.cancelled
    }
    // The user has seen it, whatever becomes of it. What was delivered is settled with its record.
    let isOver = cancellation.isCancelled
    try context.offers.settle(
      zip(assets, answers).filter { isOver || $1.outcome != .delivered }.map { ($0, $1.outcome) },
      at: context.now)
    if isOver { throw RunProblem.cancelled }
    for (asset, answer) in zip(assets, answers) { note(answer, on: asset) }
    return answers
  }

  /// What the user is shown of an asset.
  ///
  /// - Parameter hasPicture: whether a picture is made, for a notifier that shows one.
  func offer(of asset: Asset, place: Offer.Place? = nil, hasPicture: Bool = true) -> Offer {
    var date: Instant?
    if case .date(let moment) = asset.value(of: .creationDate) { date = moment }
    return Offer(
      title: terms.question(about: asset, context.fields),
      subject: terms.subject(of: asset, context.fields),
      path: asset.pathBytes.map { String(decoding: $0, as: UTF8.self) },
      age: date.map {
        context.now.milliseconds.subtractingReportingOverflow($0.milliseconds).partialValue
      },
      duration: terms.duration, date: date, place: place, actions: terms.actions,
      acceptLabel: terms.acceptLabel,
      picture: hasPicture ? picture(of: asset) : nil)
  }

  private func picture(of asset: Asset) -> OfferPicture? {
    context.notifier?.pictureSide.flatMap {
      OfferPicture.loaded(of: asset, side: $0, in: context)
    }
  }

  private func note(_ answer: OfferAnswer, on asset: Asset) {
    context.offers.count(answer.outcome)
    Prompt(
      rule: context.ruleName, answer: answer, offeredAt: context.now,
      allowsUnattended: terms.allowsUnattended
    ).note(on: asset, context.fields)
  }
}
