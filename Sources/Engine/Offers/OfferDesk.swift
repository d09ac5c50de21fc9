internal import Synchronization

/// The claims of one run: made right before an offer, settled by its outcome, given back where
/// nothing came of it.
///
/// An asset with a ``Remembrance`` is claimed by the first `notify` that it comes to, else right
/// before its record is written. Safe from any thread.
package final class OfferDesk: Sendable {
  private let memory: any OfferMemory
  /// Claims that are neither settled nor given back.
  private let open = Mutex<[Claim]>([])

  package init(_ memory: any OfferMemory) {
    self.memory = memory
  }

  /// The claim of an asset that is still open.
  private struct Held: Finding {
    let claim: Claim
  }

  /// What is remembered of contents already.
  package func isRemembered(_ digests: [ContentDigest], memory name: String) throws -> [Bool] {
    try memory.isRemembered(digests, memory: name)
  }

  /// Claims the assets that have a memory and no claim yet.
  ///
  /// - Returns: for each asset whether it may go on; not if another run has it.
  package func claim(_ assets: [Asset], for rule: String, at now: Instant) throws -> [Bool] {
    let wanted = assets.filter {
      $0.findings?[Remembrance.self] != nil && $0.findings?[Prompt.self] == nil
        && $0.findings?[Held.self] == nil
    }
    guard !wanted.isEmpty else { return assets.map { _ in true } }
    let requests = wanted.compactMap { asset in
      asset.findings?[Remembrance.self].map { remembrance in
        ClaimRequest(
          digest: remembrance.digest, memory: remembrance.memory, rule: rule,
          identifier: asset.string(of: .localIdentifier), library: asset.string(of: .library),
          filename: asset.string(of: .filename))
      }
    }
    let granted = try memory.claim(requests, at: now.milliseconds)
    open.withLock { $0 += granted.compactMap(\.self) }
    for (asset, claim) in zip(wanted, granted) {
      if let claim { asset.findingsForWriting()[Held.self] = Held(claim: claim) }
    }
    return assets.map { asset in
      !wanted.contains { $0 === asset } || asset.findings?[Held.self] != nil
    }
  }

  /// Notes that the user is about to be asked.
  package func markOffered(_ asset: Asset, at now: Instant) throws {
    guard let claim = asset.findings?[Held.self]?.claim else { return }
    try memory.markOffered(claim, at: now.milliseconds)
  }

  /// Notes how the offers of assets ended; those without a claim are passed over.
  package func settle(
    _ assets: some Sequence<Asset>, as outcome: Outcome, at now: Instant
  ) throws {
    let claims = take(assets)
    if !claims.isEmpty { try memory.settle(claims, as: outcome, at: now.milliseconds) }
  }

  /// Gives back the claims of assets that nobody saw.
  package func release(_ assets: some Sequence<Asset>) throws {
    let claims = take(assets)
    if !claims.isEmpty { try memory.release(claims) }
  }

  /// Gives back what is left: of assets that a stage behind the offer dropped before anybody saw
  /// them, or that the end of the run left behind.
  package func releaseAll() throws {
    let claims = open.withLock { open in
      defer { open = [] }
      return open
    }
    if !claims.isEmpty { try memory.release(claims) }
  }

  private func take(_ assets: some Sequence<Asset>) -> [Claim] {
    var claims: [Claim] = []
    for asset in assets {
      guard let findings = asset.findings, let held = findings[Held.self] else { continue }
      claims.append(held.claim)
      findings[Held.self] = nil
    }
    if !claims.isEmpty { open.withLock { $0.removeAll(where: claims.contains) } }
    return claims
  }
}
