internal import JSON

/// The last step of a shard: writes what came through into the shard's result.
struct ShardStep: Step {
  let output: ShardOutput
  /// The places of the shard's assets, by their identifiers.
  let ordinals: [String: Int]
  let merge: PlanCut.Merge

  var name: String { "shard" }
  var ordering: StepOrdering { .source }

  func makeWorker(in lane: Lane) -> any Worker { ShardWorker(self) }

  private final class ShardWorker: Worker {
    private let step: ShardStep
    private let order: AssetOrder?

    init(_ step: ShardStep) {
      self.step = step
      if case .order(let keys, _) = step.merge, !keys.isEmpty {
        order = AssetOrder(keys)
      } else {
        order = nil
      }
    }

    func process(_ batch: inout Batch) throws {
      for asset in batch.survivors {
        let identifier = asset.identifierBytes
        // What the shard does not name is another's.
        guard let ordinal = step.ordinals[identifier.string] else { continue }
        try step.output.write(asset, at: ordinal) { writer in
          if let order { order.write(keyOf: asset, into: &writer) }
          if step.merge.wantsRecords {
            writer.write(key: "record")
            asset.writeLine(into: &writer)
            // The line's own end.
            writer.buffer.truncate(to: writer.buffer.count - 1)
          } else {
            withExtendedLifetime(identifier) {
              writer.write("place", identifier.bytes, bytesKey: "placeBytes")
            }
          }
        }
      }
      batch.keep { _ in false }
    }
  }
}
