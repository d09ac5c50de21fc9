internal import Platform
internal import Synchronization

/// The claims that the records of a run need if they are printed, for a run whose records the user
/// picks from first. Nothing is claimed while the records are gathered.
/// ``redeem(_:from:at:write:)`` claims the picked ones, so all others can be offered again. Safe
/// from any thread.
package final class PostponedClaims: Sendable {
  private struct State {
    var count = 0
    var requests: [Int: ClaimRequest] = [:]
  }

  private let state = Lock(State())

  package init() {}

  /// Adds the requests of the next records, in order; nil for those that need no claim.
  package func add(_ requests: some Sequence<ClaimRequest?>) {
    state.withLock { state in
      for request in requests {
        if let request { state.requests[state.count] = request }
        state.count += 1
      }
    }
  }

  /// Claims the picked records, writes them, and notes that the user accepted them.
  ///
  /// A record that another run claimed meanwhile is left out. A claim whose record could not be
  /// written is released; a crash leaves it unconfirmed.
  ///
  /// - Parameter write: Writes the records at indexes, in order; returns the number of complete
  ///   records, and the error of the others.
  /// - Returns: The number of written records, and of those that another run had claimed.
  package func redeem(
    _ places: [Int], from offers: OfferClaims, at now: Instant,
    write: ([Int]) -> (complete: Int, problem: (any Error)?)
  ) throws -> (written: Int, taken: Int) {
    let known = state.withLock { $0.requests }
    let due = places.filter { known[$0] != nil }
    let granted = try offers.claim(due.compactMap { known[$0] }, at: now)
    let claims = Dictionary(uniqueKeysWithValues: zip(due, granted))
    let free = places.filter { place in
      if case .some(.none) = claims[place] { false } else { true }
    }
    let (complete, problem) = write(free)
    func claimed(_ places: some Sequence<Int>) -> [Claim] {
      places.compactMap { claims[$0] ?? nil }
    }
    try offers.settle(claimed(free.prefix(complete)), as: .accepted, at: now)
    try offers.release(claimed(free.dropFirst(complete)))
    if let problem { throw problem }
    return (complete, places.count - free.count)
  }
}
