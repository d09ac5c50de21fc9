/// The contents that a run has seen, known as precisely as it was needed to tell them apart.
///
/// Size first, then the first and last 4 KiB, then all bytes: nothing is read of a file whose size
/// is its own. Files of equal ends are compared byte by byte with the one that came first, which
/// reads no more than hashing both would and can't be fooled by a forged collision.
final class ContentIndex {
  private var bySize: [Int64: [Entry]] = [:]

  /// One content: the asset that brought it first.
  private final class Entry {
    let asset: Asset
    var ends: ContentEnds?

    init(_ asset: Asset) {
      self.asset = asset
    }
  }

  /// Whether no earlier asset has the same bytes. An asset that can't be read fails.
  func isFirst(_ asset: Asset) -> Bool {
    guard let size = size(of: asset) else { return false }
    guard let earlier = bySize[size] else {
      bySize[size] = [Entry(asset)]
      return true
    }
    do {
      let entry = Entry(asset)
      if try isNew(entry, among: earlier, size: size) {
        bySize[size]?.append(entry)
        return true
      }
    } catch {
      asset.fail(stage: "dedupe", error.reason)
    }
    return false
  }

  private func size(of asset: Asset) -> Int64? {
    if case .integer(let size) = asset.value(of: .fileSize) { return size }
    do {
      return try asset.openOriginal().status.size
    } catch {
      asset.fail(stage: "dedupe", error.reason)
      return nil
    }
  }

  private func isNew(
    _ entry: Entry, among earlier: [Entry], size: Int64
  ) throws(AssetFailure) -> Bool {
    // Every file without bytes has the same content.
    if size == 0 { return false }
    let file = try entry.asset.openOriginal()
    let ends = try ContentEnds(of: file, asset: entry.asset)
    entry.ends = ends
    for candidate in earlier {
      guard let candidateFile = try? candidate.asset.openOriginal() else { continue }
      if candidate.ends == nil {
        candidate.ends = try? ContentEnds(of: candidateFile, asset: candidate.asset)
      }
      guard candidate.ends == ends else { continue }
      if ends.coverAll { return false }
      if try ContentComparison.areEqual(file, candidateFile, asset: entry.asset) { return false }
    }
    return true
  }
}
