internal import Platform
internal import Synchronization

/// The claims of one run: rights to offer one content each. A claim is made right before an offer,
/// stores its outcome, and is released if the offer was not made. An asset with a ``LedgerKey`` is
/// claimed by the first `notify` that it reaches, else right before its record is written. Safe
/// from any thread.
package final class OfferClaims: Sendable {
  private let memory: any OfferHistory
  /// True if contents are offered again whose earlier run ended before it stored an outcome.
  private let repeats: Bool
  private let state = Lock(State())

  private struct State {
    /// The claims that have not ended, by their rows.
    var open: [Int: Claim] = [:]
    var tally = OfferTally()
  }

  /// - Parameter repeats: True if offers without an outcome are repeated, as
  ///   ``PipelinePlan/repeatsOffers(hasOutput:)`` decides.
  package init(_ memory: any OfferHistory, repeating repeats: Bool = false) {
    self.memory = memory
    self.repeats = repeats
  }

  /// Returns an empty set of claims in the same store, for another run.
  package func another(repeating repeats: Bool) -> OfferClaims {
    OfferClaims(memory, repeating: repeats)
  }

  private struct Held: Finding {
    let claim: Claim
  }

  /// Returns for each content true if the memory `name` has it, and offers are not to be repeated.
  package func isRemembered(_ digests: [ContentDigest], memory name: String) throws -> [Bool] {
    try memory.isRemembered(digests, memory: name, repeating: repeats)
  }

  /// Claims all assets that have a ``LedgerKey`` and no claim yet.
  ///
  /// - Returns: For each asset true if it may go on; false if another run has claimed it.
  package func claim(_ assets: [Asset], for rule: String, at now: Instant) throws -> [Bool] {
    var verdicts = [Bool](repeating: true, count: assets.count)
    var places: [Int] = []
    var requests: [ClaimRequest] = []
    for (place, asset) in assets.enumerated() {
      guard let findings = asset.findings, let key = findings[LedgerKey.self],
        findings[Prompt.self] == nil, findings[Held.self] == nil
      else { continue }
      places.append(place)
      requests.append(request(asset, key, rule))
    }
    for (place, claim) in zip(places, try claim(requests, at: now)) {
      if let claim { assets[place].findingsForWriting()[Held.self] = Held(claim: claim) }
      verdicts[place] = claim != nil
    }
    return verdicts
  }

  private func request(_ asset: Asset, _ key: LedgerKey, _ rule: String) -> ClaimRequest {
    ClaimRequest(
      digest: key.digest, memory: key.memory, rule: rule,
      identifier: asset.string(of: .localIdentifier), library: asset.string(of: .library),
      filename: asset.string(of: .filename), isRepeatable: repeats)
  }

  func claim(_ requests: [ClaimRequest], at now: Instant) throws -> [Claim?] {
    if requests.isEmpty { return [] }
    let granted = try memory.claim(requests, at: now.milliseconds)
    state.withLock { state in
      for case let claim? in granted { state.open[Int(claim.row)] = claim }
    }
    return granted
  }

  func settle(_ claims: [Claim], as outcome: Outcome, at now: Instant) throws {
    try settle(claims.map { Settlement($0, outcome) }, at: now)
  }

  func release(_ claims: [Claim]) throws {
    if claims.isEmpty { return }
    close(claims)
    try memory.release(claims)
  }

  /// Returns the requests for claims that will be made later; nil for an asset that needs none or
  /// whose question was answered. Releases claims that were made without a question.
  package func postpone(_ assets: [Asset], for rule: String) throws -> [ClaimRequest?] {
    let requests = assets.map { asset -> ClaimRequest? in
      guard let findings = asset.findings, let key = findings[LedgerKey.self],
        findings[Prompt.self] == nil || findings[Held.self] != nil
      else { return nil }
      return request(asset, key, rule)
    }
    try release(assets[...])
    return requests
  }

  /// Transfers the memory, the claim and the answer of an asset to another one that replaces it.
  package static func handOver(from asset: Asset, to other: Asset, _ fields: FieldTable) {
    guard let known = asset.findings else { return }
    if let key = known[LedgerKey.self] {
      other.findingsForWriting()[LedgerKey.self] = key
    }
    if let held = known[Held.self] { other.findingsForWriting()[Held.self] = held }
    if let prompt = known[Prompt.self] { prompt.note(on: other, fields) }
  }

  /// Stores that a question about the assets is about to be shown.
  package func markOffered(_ assets: [Asset], at now: Instant) throws {
    let claims = assets.compactMap { $0.findings?[Held.self]?.claim }
    if !claims.isEmpty { try memory.markOffered(claims, at: now.milliseconds) }
  }

  /// Stores the outcome of the offers of assets; ignores assets without a claim.
  package func settle(
    _ assets: ArraySlice<Asset>, as outcome: Outcome, at now: Instant
  ) throws {
    try settle(assets.map { ($0, outcome) }, at: now)
  }

  /// Stores the outcome of each asset's offer; ignores assets without a claim.
  package func settle(
    _ outcomes: [(Asset, Outcome)], at now: Instant
  ) throws {
    try settle(
      outcomes.compactMap { asset, outcome in take(asset).map { Settlement($0, outcome) } }, at: now
    )
  }

  private func settle(_ settlements: [Settlement], at now: Instant) throws {
    if settlements.isEmpty { return }
    close(settlements.map(\.claim))
    try memory.settle(settlements, at: now.milliseconds)
  }

  /// Releases the claims of assets whose offer was not shown.
  package func release(_ assets: ArraySlice<Asset>) throws {
    try release(assets.compactMap(take))
  }

  /// Releases the claims of assets whose question the user left without an answer.
  package func withdraw(_ assets: [Asset]) throws {
    let claims = assets.compactMap(take)
    if claims.isEmpty { return }
    close(claims)
    try memory.withdraw(claims)
  }

  /// Releases the remaining claims: of assets that a later stage dropped, or that remained at the
  /// end of the run, before they were shown.
  package func releaseAll() throws {
    let claims = state.withLock { state in
      defer { state.open = [:] }
      return Array(state.open.values)
    }
    if !claims.isEmpty { try memory.release(claims) }
  }

  /// Counts an outcome for the run's report.
  package func count(_ outcome: Outcome) {
    state.withLock { $0.tally.add(outcome) }
  }

  /// Returns the number of offers for each outcome since the last call.
  package func takeTally() -> OfferTally {
    state.withLock { state in
      defer { state.tally = OfferTally() }
      return state.tally
    }
  }

  private func take(_ asset: Asset) -> Claim? {
    guard let findings = asset.findings, let held = findings[Held.self] else { return nil }
    findings[Held.self] = nil
    return held.claim
  }

  private func close(_ claims: [Claim]) {
    state.withLock { state in
      for claim in claims { state.open[Int(claim.row)] = nil }
    }
  }
}
