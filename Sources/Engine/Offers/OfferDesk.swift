internal import Platform
internal import Synchronization

/// The claims of one run: made right before an offer, settled by its outcome, given back where
/// nothing came of it.
///
/// An asset with a ``Remembrance`` is claimed by the first `notify` that it comes to, else right
/// before its record is written. Safe from any thread.
package final class OfferDesk: Sendable {
  private let memory: any OfferMemory
  private let state = Lock(State())

  private struct State {
    /// Claims that are neither settled nor given back.
    var open: Set<Claim> = []
    var tally = OfferTally()
  }

  package init(_ memory: any OfferMemory) {
    self.memory = memory
  }

  /// A desk with the same memory, for another run.
  package func another() -> OfferDesk { OfferDesk(memory) }

  /// The claim of an asset that is still open.
  private struct Held: Finding {
    let claim: Claim
  }

  /// What is remembered of contents already.
  package func isRemembered(_ digests: [ContentDigest], memory name: String) throws -> [Bool] {
    try memory.isRemembered(digests, memory: name)
  }

  /// Claims the assets that have a memory and no claim yet, all at once.
  ///
  /// - Returns: for each asset whether it may go on; not if another run has it.
  package func claim(_ assets: [Asset], for rule: String, at now: Instant) throws -> [Bool] {
    var verdicts = [Bool](repeating: true, count: assets.count)
    var places: [Int] = []
    var requests: [ClaimRequest] = []
    for (place, asset) in assets.enumerated() {
      guard let findings = asset.findings, let remembrance = findings[Remembrance.self],
        findings[Prompt.self] == nil, findings[Held.self] == nil
      else { continue }
      places.append(place)
      requests.append(Self.request(asset, remembrance, rule))
    }
    for (place, claim) in zip(places, try claim(requests, at: now)) {
      if let claim { assets[place].findingsForWriting()[Held.self] = Held(claim: claim) }
      verdicts[place] = claim != nil
    }
    return verdicts
  }

  private static func request(
    _ asset: Asset, _ remembrance: Remembrance, _ rule: String
  ) -> ClaimRequest {
    ClaimRequest(
      digest: remembrance.digest, memory: remembrance.memory, rule: rule,
      identifier: asset.string(of: .localIdentifier), library: asset.string(of: .library),
      filename: asset.string(of: .filename))
  }

  /// Claims contents; nil for those that another run has.
  func claim(_ requests: [ClaimRequest], at now: Instant) throws -> [Claim?] {
    if requests.isEmpty { return [] }
    let granted = try memory.claim(requests, at: now.milliseconds)
    state.withLock { $0.open.formUnion(granted.compactMap(\.self)) }
    return granted
  }

  /// Notes how the offers behind claims ended.
  func settle(_ claims: [Claim], as outcome: Outcome, at now: Instant) throws {
    try settle(claims.map { Settlement($0, outcome) }, at: now)
  }

  /// Gives back claims that nobody saw.
  func release(_ claims: [Claim]) throws {
    if claims.isEmpty { return }
    close(claims)
    try memory.release(claims)
  }

  /// The claims that assets need, for a later moment; nil for those that need none, or whose question
  /// was answered. A claim that was made without a question is given back.
  func postpone(_ assets: [Asset], for rule: String) throws -> [ClaimRequest?] {
    let requests = assets.map { asset -> ClaimRequest? in
      guard let findings = asset.findings, let remembrance = findings[Remembrance.self],
        findings[Prompt.self] == nil || findings[Held.self] != nil
      else { return nil }
      return Self.request(asset, remembrance, rule)
    }
    try release(assets)
    return requests
  }

  /// Lets another asset stand in for one, with its memory, its claim and its answer.
  static func handOver(from asset: Asset, to other: Asset, _ fields: FieldTable) {
    guard let known = asset.findings else { return }
    if let remembrance = known[Remembrance.self] {
      other.findingsForWriting()[Remembrance.self] = remembrance
    }
    if let held = known[Held.self] { other.findingsForWriting()[Held.self] = held }
    if let prompt = known[Prompt.self] { prompt.note(on: other, fields) }
  }

  /// Notes that the user is about to be asked about assets.
  package func markOffered(_ assets: [Asset], at now: Instant) throws {
    let claims = assets.compactMap { $0.findings?[Held.self]?.claim }
    if !claims.isEmpty { try memory.markOffered(claims, at: now.milliseconds) }
  }

  /// Notes how the offers of assets ended; those without a claim are passed over.
  package func settle(
    _ assets: some Sequence<Asset>, as outcome: Outcome, at now: Instant
  ) throws {
    try settle(assets.map { ($0, outcome) }, at: now)
  }

  /// Notes how each of the offers of assets ended.
  package func settle(
    _ outcomes: some Sequence<(Asset, Outcome)>, at now: Instant
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

  /// Gives back the claims of assets that nobody saw.
  package func release(_ assets: some Sequence<Asset>) throws {
    try release(assets.compactMap(take))
  }

  /// Gives back the claims of assets whose question was broken off without an answer.
  package func withdraw(_ assets: [Asset]) throws {
    let claims = assets.compactMap(take)
    if claims.isEmpty { return }
    close(claims)
    try memory.withdraw(claims)
  }

  /// Gives back what is left: of assets that a stage behind the offer dropped before anybody saw
  /// them, or that the end of the run left behind.
  package func releaseAll() throws {
    let claims = state.withLock { state in
      defer { state.open = [] }
      return Array(state.open)
    }
    if !claims.isEmpty { try memory.release(claims) }
  }

  /// Counts outcomes for the run's report.
  package func count(_ outcome: Outcome) {
    state.withLock { $0.tally.add(outcome) }
  }

  /// What was counted since it was last asked for.
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
    state.withLock { $0.open.subtract(claims) }
  }
}
