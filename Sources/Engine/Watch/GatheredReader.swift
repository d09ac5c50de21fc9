/// Gives assets that were gathered, all at once.
final class GatheredReader: AssetReader {
  private var assets: [Asset]

  init(_ assets: [Asset]) {
    self.assets = assets
  }

  var isAtEnd: Bool { assets.isEmpty }

  func next() -> PendingBatch? {
    guard !assets.isEmpty else { return nil }
    let batch = assets
    assets = []
    return PendingBatch { batch }
  }
}
