package import Platform

/// The unit that moves between stages: assets in source order, and a selection of those that are
/// still in.
///
/// Stages drop an asset by leaving it out of the selection; the assets themselves never move.
public struct Batch: Sendable {
  /// The batch's place in source order, from 0.
  public let ordinal: Int
  /// The assets, in source order; empty once their records were written.
  @usableFromInline package internal(set) var assets: [Asset]
  /// The number of assets that the batch was made with.
  package let assetCount: Int
  /// Indices into ``assets`` of those still in, ascending.
  @usableFromInline package internal(set) var selection: [Int32]
  /// Indices of those that a step holds back, to return them later.
  private var held: [Int32] = []
  /// The failures so far.
  @usableFromInline package internal(set) var failures: [AssetFailure] = []
  /// The records of those still in, once they were written in advance.
  package private(set) var records: RecordBuffer?
  private var pool: RecordBufferPool?
  /// The parts of progress that were reported to the run for assets that were released.
  private var settledParts = 0

  package init(ordinal: Int, assets: [Asset]) {
    self.ordinal = ordinal
    self.assets = assets
    assetCount = assets.count
    selection = Array(0..<Int32(truncatingIfNeeded: assets.count))
  }

  /// The number of assets that are still in.
  public var count: Int { selection.count }

  /// The assets still in, in order.
  package var survivors: some Sequence<Asset> { selection.lazy.map { [assets] in assets[Int($0)] } }

  /// Keeps the assets that `isIncluded` accepts.
  ///
  /// An asset whose reading failed meanwhile is dropped and its failure recorded.
  @inlinable @inline(__always)
  public mutating func keep(where isIncluded: (Asset) throws -> Bool) rethrows {
    var end = 0
    var failed: [AssetFailure] = []
    try selection.withUnsafeMutableBufferPointer { selection in
      try assets.withUnsafeBufferPointer { assets in
        for position in selection.indices {
          let index = selection[position]
          // The batch holds the asset, so counting references here would only cost time.
          let asset = Unmanaged.passUnretained(assets[Int(index)])
          let included = try asset._withUnsafeGuaranteedRef(isIncluded)
          if let failure = asset._withUnsafeGuaranteedRef({ $0.failure }) {
            failed.append(failure)
          } else if included {
            selection[end] = index
            end += 1
          }
        }
      }
    }
    selection.removeSubrange(end...)
    failures += failed
  }

  /// Writes the records of those still in and releases all assets, in the worker that made them.
  ///
  /// Later steps have no access to the assets any more.
  ///
  /// - Parameter key: writes the bytes by which assets are ordered.
  package mutating func writeRecords(
    _ pool: RecordBufferPool, _ fields: FieldTable,
    _ lines: RecordLineOptions = RecordLineOptions(),
    key: ((Asset, inout ByteBuffer) -> Void)? = nil
  ) {
    let records = pool.take()
    records.write(survivors, count: count, fields, lines, key: key)
    settledParts = Self.grantedParts(of: assets)
    self.records = records
    self.pool = pool
    assets = []
    selection = []
  }

  /// The number of assets that leave the run with the batch, and the parts of the work on them that
  /// were reported to the run's progress before.
  package var leaving: (count: Int, grantedParts: Int) {
    if records != nil { return (assetCount, settledParts) }
    let assets = withoutHeld
    return (assets.count, Self.grantedParts(of: assets))
  }

  private static func grantedParts(of assets: [Asset]) -> Int {
    assets.reduce(0) { $0 + ($1.findings?.progress?.grantedParts ?? 0) }
  }

  /// Returns the memory of the records to the pool, after they were put out.
  package mutating func giveBackRecords() {
    if let records { pool?.giveBack(records) }
    records = nil
  }

  /// Records failures that drop none of the batch's assets.
  package mutating func note(_ failures: [AssetFailure]) {
    self.failures += failures
  }

  /// Keeps the assets at those places of the selection where `verdicts` is true.
  package mutating func keep(verdicts: [Bool]) {
    precondition(verdicts.count == selection.count, "one verdict for each selected asset")
    var position = 0
    keep { _ in
      defer { position += 1 }
      return verdicts[position]
    }
  }

  /// Calls `body` with the assets that `isIncluded` accepts; the others stay in, at their
  /// positions.
  package mutating func process(
    where isIncluded: (Asset) -> Bool, by body: (inout Batch) throws -> Void
  ) rethrows {
    var bystanders: [Int32] = []
    selection = selection.filter { index in
      if isIncluded(assets[Int(index)]) { return true }
      bystanders.append(index)
      return false
    }
    try body(&self)
    if bystanders.isEmpty { return }
    selection = (selection + bystanders).sorted()
    keep { _ in true }
  }

  /// Takes the assets that are still in out of the batch, for a step that returns them later.
  package mutating func holdAll() {
    held = selection
    selection.removeAll()
  }

  /// The assets that no step holds back, in order.
  var withoutHeld: [Asset] {
    if held.isEmpty { return assets }
    var next = held[...]
    return assets.indices.compactMap { index in
      if next.first == Int32(truncatingIfNeeded: index) {
        next.removeFirst()
        return nil
      }
      return assets[index]
    }
  }

  /// One batch for each of the assets, in order; the first batch has all failures.
  package var singles: [Batch] {
    if assets.count < 2 { return [self] }
    let isIn = Set(selection)
    return assets.enumerated().map { place, asset in
      var single = Batch(ordinal: ordinal, assets: [asset])
      if !isIn.contains(Int32(truncatingIfNeeded: place)) { single.selection = [] }
      if place == 0 { single.failures = failures }
      return single
    }
  }

  /// Splits the batch into the dropped assets, with all failures, and the assets still in.
  ///
  /// Assets that a step holds back are in neither; they come when the step returns them.
  package func parted() -> (out: Batch, survivors: [Asset]) {
    var isOut = [Bool](repeating: true, count: assets.count)
    for index in selection + held { isOut[Int(index)] = false }
    var out = Batch(
      ordinal: ordinal, assets: assets.indices.filter { isOut[$0] }.map { assets[$0] })
    out.selection.removeAll()
    out.failures = failures
    return (out, Array(survivors))
  }
}
