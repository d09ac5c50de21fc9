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

  init(_ items: [Item]) {
    self.items = items
  }

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
