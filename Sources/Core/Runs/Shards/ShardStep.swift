internal import Platform

/// The last step of a shard, which writes the assets that pass into the shard's result.
struct ShardStep: Step {
  let output: ShardOutput
  let ordinals: ShardOrdinals
  let cut: PlanCut
  let work: ShardRun.Work

  var name: String { "shard" }
  var ordering: StepOrdering { .source }
  var facets: FacetSet { cut.comparesContents ? .stat : [] }

  private func content(of asset: Asset) -> String? {
    switch work {
    case .contents: return (try? asset.digest(.sha256))?.hexadecimal
    case .steps:
      guard cut.comparesContents, case .integer(let size) = asset.value(of: .fileSize) else {
        return nil
      }
      return String(size)
    }
  }

  private var wantsRecords: Bool {
    switch work {
    case .contents: false
    case .steps: cut.merge.wantsRecords
    }
  }

  func makeWorker(in worker: WorkerContext) -> any StepInstance { ShardInstance(self) }

  private final class ShardInstance: StepInstance {
    private let step: ShardStep
    private let order: AssetOrder?

    init(_ step: ShardStep) {
      self.step = step
      if case .order(let keys, _) = step.cut.merge, !keys.isEmpty, step.wantsRecords {
        order = AssetOrder(keys)
      } else {
        order = nil
      }
    }

    func process(_ batch: inout Batch) throws {
      for asset in batch.survivors {
        if let group = (asset as? CountAsset)?.group {
          try step.output.write { $0.write(group) }
          continue
        }
        let identifier = asset.identifierBytes
        // Other assets belong to other shards.
        guard let ordinal = step.ordinals[identifier] else { continue }
        guard step.wantsRecords else {
          let place = ShardPlace(
            ordinal: ordinal, identifier: identifier, content: step.content(of: asset))
          try step.output.write { place.write(into: &$0) }
          continue
        }
        try step.output.write { writer in
          writer.write("ord", Int64(ordinal))
          if let order { order.write(keyOf: asset, into: &writer) }
          writer.write(key: "record")
          asset.writeLine(into: &writer)
          // The newline of the record is removed.
          writer.buffer.truncate(to: writer.buffer.count - 1)
        }
      }
      batch.keep { _ in false }
    }
  }
}

/// A step that drops other shards' assets before a count, in which they can't be told apart.
struct ShardMembersStep: Step {
  /// The positions of the shard's assets, by their identifiers.
  let ordinals: ShardOrdinals

  var name: String { "members" }
  var ordering: StepOrdering { .any }

  func makeWorker(in worker: WorkerContext) -> any StepInstance { MembersInstance(ordinals) }

  private final class MembersInstance: StepInstance {
    private let ordinals: ShardOrdinals

    init(_ ordinals: ShardOrdinals) {
      self.ordinals = ordinals
    }

    func process(_ batch: inout Batch) {
      batch.keep { ordinals[$0.identifierBytes] != nil }
    }
  }
}

extension RecordWriter {
  /// Writes `ord`, `key` and `record` for a group of counted assets, as for a record to sort.
  fileprivate mutating func write(_ group: CountGroup) {
    write("ord", Int64(0))
    write(key: "key")
    buffer.append(UInt8(ascii: "["))
    for value in group.key {
      buffer.separate(after: "[")
      buffer.append(value)
    }
    buffer.separate(after: "[")
    buffer.append("\"\"]")
    write(key: "record")
    group.write(into: &self)
    // The newline of the record is removed.
    buffer.truncate(to: buffer.count - 1)
  }
}
