/// One album's count so far, and the first of its assets.
///
/// Confined to the thread that counts.
final class AlbumTally {
  private var steps: StepChain
  private let order: AssetOrder?
  private var count = 0
  private var cover: Asset?
  private var coverEntry: AssetOrder.Entry?

  init(_ steps: AlbumSteps, in lane: Lane) throws {
    self.steps = try StepChain(steps.own, in: lane)
    order = steps.order.isEmpty ? nil : AssetOrder(steps.order)
  }

  func add(_ assets: [Asset]) throws {
    var batch = Batch(ordinal: 0, assets: assets)
    var found: [Asset] = []
    try steps.process(&batch) { found += $0.survivors }
    for asset in found { take(asset) }
  }

  /// What came together, with what steps held back until the end.
  func finish() throws -> AlbumMembers {
    var found: [Asset] = []
    try steps.finish { found += $0.survivors }
    for asset in found { take(asset) }
    return AlbumMembers(count: count, cover: cover)
  }

  private func take(_ asset: Asset) {
    guard let order else {
      count += 1
      cover = cover ?? asset
      return
    }
    let entry = order.entry(for: asset, place: count)
    guard asset.failure == nil else { return }
    count += 1
    if let coverEntry, !order.precedes(entry, coverEntry) { return }
    (cover, coverEntry) = (asset, entry)
  }
}
