internal import Decoding

/// The files that one caller wants decoded, and a queue for their results.
final class DecodeCall: Sendable {
  struct Item: Sendable {
    let request: DecodeRequest
    let descriptors: [Int32]
  }

  struct Outcome: Sendable {
    let index: Int
    let result: Result<DecodeResponse, DecodeProblem>
  }

  let items: [Item]
  private let outcomes = Monitor<[Outcome]>([])
  private let advance: @Sendable (Int, Double) -> Void

  /// - Parameter advance: called on any thread with an item's index and decoded part, 0.0 to 1.0.
  init(_ items: [Item], advance: @escaping @Sendable (Int, Double) -> Void = { _, _ in }) {
    self.items = items
    self.advance = advance
  }

  func advance(_ index: Int, to share: Double) { advance(index, share) }

  func finish(_ index: Int, _ result: Result<DecodeResponse, DecodeProblem>) {
    outcomes.update { $0.append(Outcome(index: index, result: result)) }
  }

  /// Waits for results, and returns those that were not returned yet; at least one.
  func nextOutcomes() -> [Outcome] {
    outcomes.wait { outcomes in
      guard !outcomes.isEmpty else { return nil }
      defer { outcomes = [] }
      return outcomes
    }
  }
}
