internal import Decoding

/// What one caller wants decoded, and where the outcomes are put for it.
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

  /// - Parameter advance: is told, on any thread, the share of an item that is decoded.
  init(_ items: [Item], advance: @escaping @Sendable (Int, Double) -> Void = { _, _ in }) {
    self.items = items
    self.advance = advance
  }

  /// Called by the thread that serves, before the item is finished.
  func advance(_ index: Int, to share: Double) { advance(index, share) }

  /// Called once for each item, by the thread that serves.
  func finish(_ index: Int, _ result: Result<DecodeResponse, DecodeProblem>) {
    outcomes.update { $0.append(Outcome(index: index, result: result)) }
  }

  /// Waits for outcomes that were not given yet; at least one.
  func nextOutcomes() -> [Outcome] {
    outcomes.wait { outcomes in
      guard !outcomes.isEmpty else { return nil }
      defer { outcomes = [] }
      return outcomes
    }
  }
}
