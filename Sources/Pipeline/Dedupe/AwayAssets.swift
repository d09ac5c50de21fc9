/// Counts the assets that can't be compared, as their originals are in iCloud alone and their
/// libraries have no names for their contents; confined to the worker that made it.
struct AwayAssets {
  private var count = 0

  /// Counts an asset in iCloud alone, unless the library has a `name` for its content.
  mutating func note(_ asset: Asset, _ name: String?) {
    if name == nil, asset.isAway { count += 1 }
  }

  /// Reports the number of assets to the user.
  func tell(_ notices: RunNotices) {
    guard count > 0 else { return }
    notices.tell(
      (count == 1 ? "1 asset is" : "\(count) assets are")
        + " in iCloud alone and can't be compared, so \(count == 1 ? "it passes" : "they pass")"
        + " dedupe")
  }
}
