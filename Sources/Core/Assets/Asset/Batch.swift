package import Platform

/// The unit that moves between steps: assets in source order, and the indices of those that no step
/// has dropped yet.
///
/// Steps drop an asset by removing its index; the assets themselves never move.
public struct Batch: Sendable {
  /// The batch's number in source order, from 0.
  public let ordinal: Int
  /// The assets, in source order; empty after ``writeRecords(_:_:_:key:)``.
  @usableFromInline package internal(set) var assets: [Asset]
  /// The number of assets that the batch was created with.
  package let assetCount: Int
  /// The indices in ``assets`` of the assets that no step dropped, ascending.
  @usableFromInline package internal(set) var selection: [Int32]
  /// Indices of the assets that a step holds back, to return them later.
  private var held: [Int32] = []
  /// The failures of assets so far.
  @usableFromInline package internal(set) var failures: [AssetFailure] = []
  /// The records of the selected assets, after ``writeRecords(_:_:_:key:)``; nil before.
  package private(set) var records: RecordBuffer?
  private var pool: RecordBufferPool?
  /// The progress that released assets had reported to the run, in ``RunProgress/partsPerItem``.
  private var settledParts = 0

  package init(ordinal: Int, assets: [Asset]) {
    self.ordinal = ordinal
    self.assets = assets
    assetCount = assets.count
    selection = Array(0..<Int32(truncatingIfNeeded: assets.count))
  }

  /// The number of assets that no step has dropped.
  public var count: Int { selection.count }

  /// The assets that no step has dropped, in order.
  package var survivors: some Sequence<Asset> { selection.lazy.map { [assets] in assets[Int($0)] } }

  /// Keeps the assets that `isIncluded` accepts; drops those that failed, and records the failures.
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

  /// Writes the records of the selected assets into ``records`` and then releases all assets, so
  /// that later steps see only the records.
  ///
  /// - Parameter key: writes the bytes by which records are sorted.
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

  /// The number of assets that leave the run with the batch, and the progress that they have
  /// already reported to the run, in ``RunProgress/partsPerItem``.
  package var leaving: (count: Int, grantedParts: Int) {
    if records != nil { return (assetCount, settledParts) }
    let assets = withoutHeld
    return (assets.count, Self.grantedParts(of: assets))
  }

  private static func grantedParts(of assets: [Asset]) -> Int {
    assets.reduce(0) { $0 + ($1.findings?.progress?.grantedParts ?? 0) }
  }

  /// Returns the memory of the records to the pool, after the records were printed.
  package mutating func giveBackRecords() {
    if let records { pool?.giveBack(records) }
    records = nil
  }

  /// Adds failures without dropping any of the batch's assets.
  package mutating func note(_ failures: [AssetFailure]) {
    self.failures += failures
  }

  /// Keeps the selected assets whose element in `verdicts`, which is in their order, is true.
  package mutating func keep(verdicts: [Bool]) {
    precondition(verdicts.count == selection.count, "one verdict for each selected asset")
    var position = 0
    keep { _ in
      defer { position += 1 }
      return verdicts[position]
    }
  }

  /// Calls `body` with a batch of the assets that `isIncluded` accepts; the others stay in place.
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

  /// Removes all selected assets from the batch, for a step that returns them later.
  package mutating func holdAll() {
    held = selection
    selection.removeAll()
  }

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

  /// Batches of one asset each, in order; the first batch also has all failures.
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

  /// Splits the batch into one of the dropped assets, with all failures, and the assets that were
  /// not dropped. Assets that a step holds back are in neither result.
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
