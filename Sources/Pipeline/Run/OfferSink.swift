internal import JSON

/// The end of every pipeline: makes the offers, writes the records, and keeps the ledger.
///
/// An asset with a memory is claimed in the ledger before anyone sees it and settled after, so
/// that a kill at any moment neither offers it again nor forgets it.
final class OfferSink {
  private let context: RunContext
  private let prompter: (any Prompter)?
  private let output: RecordOutput
  private(set) var emitted = 0

  init(_ context: RunContext, prompter: (any Prompter)?, output: RecordOutput) {
    self.context = context
    self.prompter = prompter
    self.output = output
  }

  func write(_ batch: Batch) throws {
    if let records = batch.records { return try write(records) }
    var piece: [Asset] = []
    for asset in batch.survivors {
      piece.append(asset)
      // A question is asked on its own, so that no other asset is claimed while it waits.
      if asset.findings?.offer != nil, prompter != nil {
        try writePiece(piece)
        piece.removeAll()
      }
    }
    try writePiece(piece)
  }

  /// Puts out records that a lane wrote, of assets that nobody is asked about.
  private func write(_ records: WrittenRecords) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    let (_, problem) = putOut(records.ends) { () throws(RunProblem) in
      try output.write(records.bytes)
    }
    if let problem { throw problem }
  }

  /// Writes a record of an asset whose last one is still to come.
  ///
  /// What a memory keeps apart is claimed first, so that nobody sees it before.
  func writeInterim(_ asset: Asset) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    guard asset.findings?.remembrance == nil, asset.findings?.offer == nil else { return }
    asset.writeLine(into: &output.writer)
    try output.flush()
  }

  /// Ends a feed of changes: what was fetched is kept, then its token is written.
  func end(_ observer: FetchObserver) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    try write(try observer.takeToken(), isListing: observer.isListing)
  }

  /// Ends a feed without any change.
  func renew(_ observer: FetchObserver) throws {
    try write(observer.renewToken(), isListing: false)
  }

  private func write(_ token: ChangeToken?, isListing: Bool) throws {
    guard let token else { return }
    output.writer.write(token, isListing: isListing)
    try output.flush()
  }

  private func writePiece(_ assets: [Asset]) throws {
    guard !assets.isEmpty else { return }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    if context.isDryRun {
      if let problem = writeRecords(assets).problem { throw problem }
      return
    }
    let (offered, claims) = try claim(assets)
    if let prompter, let asset = offered.last, let offer = asset.findings?.offer {
      try askAndWrite(offered, asset, offer, prompter, claims)
    } else {
      try handOn(offered, claims)
    }
  }

  /// Writes assets that nobody is asked about; what could not be written may be offered again.
  private func handOn(_ assets: [Asset], _ claims: [ObjectIdentifier: Claim]) throws {
    for asset in assets where asset.findings?.offer != nil { note(.delivered, on: asset) }
    let (complete, problem) = writeRecords(assets)
    try settle(assets[..<complete].compactMap { claims[ObjectIdentifier($0)] }, as: .delivered)
    let unwritten = assets[complete...].compactMap { claims[ObjectIdentifier($0)] }
    if !unwritten.isEmpty { try context.ledger.ledger().release(unwritten) }
    if let problem { throw problem }
  }

  /// Asks about the last of the assets and writes them all.
  private func askAndWrite(
    _ assets: [Asset], _ asset: Asset, _ offer: Offer, _ prompter: any Prompter,
    _ claims: [ObjectIdentifier: Claim]
  ) throws {
    try handOn(assets.dropLast(), claims)
    let claim = claims[ObjectIdentifier(asset)]
    if let claim { try context.ledger.ledger().markOffered(claim, at: context.now.milliseconds) }
    let outcome = ask(asset, offer, prompter)
    if context.cancellation.isCancelled {
      // Who interrupts the question has seen it, and wants nothing of it.
      try settle(claim.map { [$0] } ?? [], as: outcome)
      throw RunProblem.cancelled
    }
    note(outcome, on: asset)
    let (_, problem) = writeRecords([asset])
    // The person has seen it, whether or not the record reached anyone.
    try settle(claim.map { [$0] } ?? [], as: outcome)
    if let problem { throw problem }
  }

  /// Claims the assets that have a memory; those that another run has are left out.
  private func claim(
    _ assets: [Asset]
  ) throws -> (offered: [Asset], claims: [ObjectIdentifier: Claim]) {
    let remembered = assets.filter { $0.findings?.remembrance != nil }
    guard !remembered.isEmpty else { return (assets, [:]) }
    let requests = remembered.compactMap { asset in
      asset.findings?.remembrance.map { remembrance in
        ClaimRequest(
          digest: remembrance.digest, memory: remembrance.memory, rule: context.ruleName,
          identifier: asset.string(of: .localIdentifier), library: asset.string(of: .library),
          filename: asset.string(of: .filename))
      }
    }
    let granted = try context.ledger.ledger().claim(requests, at: context.now.milliseconds)
    var claims: [ObjectIdentifier: Claim] = [:]
    for (asset, claim) in zip(remembered, granted) { claims[ObjectIdentifier(asset)] = claim }
    let offered = assets.filter {
      $0.findings?.remembrance == nil || claims[ObjectIdentifier($0)] != nil
    }
    return (offered, claims)
  }

  private func ask(_ asset: Asset, _ offer: Offer, _ prompter: any Prompter) -> Outcome {
    var age: Int64?
    if case .date(let date) = asset.value(of: .creationDate) {
      age = context.now.milliseconds.subtractingReportingOverflow(date.milliseconds).partialValue
    }
    let answer = prompter.ask(
      title: offer.title, subject: asset.string(of: .filename), age: age,
      stays: offer.dismissAfter)
    return switch answer {
    case .accepted: .accepted
    case .dismissed: .dismissed
    case .expired: .expired
    }
  }

  private func note(_ outcome: Outcome, on asset: Asset) {
    asset.findingsForWriting().prompt = Prompt(
      rule: context.ruleName, outcome: outcome, offeredAt: context.now)
  }

  private func settle(_ claims: [Claim], as outcome: Outcome) throws {
    guard !claims.isEmpty else { return }
    try context.ledger.ledger().settle(claims, as: outcome, at: context.now.milliseconds)
  }

  /// Writes records, and tells how many went out whole.
  private func writeRecords(_ assets: some Collection<Asset>) -> (
    complete: Int, problem: RunProblem?
  ) {
    var ends: [Int] = []
    ends.reserveCapacity(assets.count)
    for asset in assets {
      asset.writeLine(into: &output.writer)
      ends.append(output.writer.buffer.count)
    }
    return putOut(ends) { () throws(RunProblem) in try output.flush() }
  }

  /// Counts the records that went out whole.
  private func putOut(
    _ ends: [Int], _ write: () throws(RunProblem) -> Void
  ) -> (complete: Int, problem: RunProblem?) {
    do {
      try write()
      emitted += ends.count
      return (ends.count, nil)
    } catch {
      let complete = ends.prefix { $0 <= output.written }.count
      emitted += complete
      return (complete, error)
    }
  }
}
