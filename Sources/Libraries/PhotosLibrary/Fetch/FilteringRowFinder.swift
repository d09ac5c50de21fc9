/// A row finder that reads the assets, for fetches that SQL does not answer completely.
final class FilteringRowFinder: RowFinder {
  private let reader: PhotosReader
  private let cancellation: Cancellation
  private let program: PredicateProgram
  /// The order to sort by; nil if the reader returns the assets in order.
  private let order: AssetOrder?
  private var sorted: ArraySlice<Int64>?
  private(set) var failures: [AssetFailure] = []

  /// - Parameters:
  ///   - rest: the tests that SQL does not answer.
  ///   - order: the order to sort by; empty if the reader returns the assets in order.
  ///   - cancellation: that of the reader, after which it has no further assets.
  init(
    _ reader: PhotosReader, rest: AssetPredicate, order: [SortKey],
    until cancellation: Cancellation
  ) {
    self.reader = reader
    self.cancellation = cancellation
    program = PredicateProgram(rest)
    self.order = order.isEmpty ? nil : AssetOrder(order)
  }

  func next() throws -> [Int64]? {
    guard let order else {
      while let batch = try nextBatch() {
        let rows = batch.compactMap(\.key)
        if !rows.isEmpty { return rows }
      }
      return nil
    }
    if sorted == nil { sorted = try sort(by: order)[...] }
    let found = sorted?.prefix(PhotosRowList.step) ?? []
    sorted?.removeFirst(found.count)
    return found.isEmpty ? nil : Array(found)
  }

  private func sort(by order: AssetOrder) throws -> [Int64] {
    var keys = SortKeyTable(order)
    var rows: [Int64] = []
    while let batch = try nextBatch() {
      for asset in batch {
        guard let row = asset.key else { continue }
        keys.append(keyOf: asset)
        rows.append(row)
      }
    }
    return keys.sorted().map { rows[$0] }
  }

  private func nextBatch() throws -> [PhotosAsset]? {
    guard let pending = try reader.next() else {
      if cancellation.isCancelled { throw RunProblem.cancelled }
      return nil
    }
    var batch: [PhotosAsset] = []
    for case let asset as PhotosAsset in pending.unfold() {
      let passes = program.matches(asset)
      if let failure = asset.failure {
        if failures.count < RunReport.keptFailures { failures.append(failure) }
      } else if passes {
        batch.append(asset)
      }
    }
    return batch
  }
}

extension PhotosAsset {
  fileprivate var key: Int64? { whole(.key) }
}
