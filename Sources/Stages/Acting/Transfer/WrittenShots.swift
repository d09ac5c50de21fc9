/// The files of which pictures were made so far. A raw file whose picture is made of the JPEG beside
/// it, and that JPEG, are one shot: its picture is written once.
struct WrittenShots {
  /// The number of raw files and pictures beside them that were written as one picture.
  private(set) var pairs = 0
  /// The files, with true for those that represented a raw file.
  private var files: [FileStatus: Bool] = [:]

  /// Returns true, and counts the pair, if the picture of an asset's shot was written already.
  mutating func has(_ asset: Asset) -> Bool {
    guard let picture = asset.findings?[WrittenPicture.self], let source = picture.source,
      let isOfRaw = files[source], isOfRaw != (picture.nameBesideRaw != nil)
    else { return false }
    pairs += 1
    return true
  }

  /// Notes that the picture of an asset was written.
  mutating func note(_ asset: Asset) {
    guard let picture = asset.findings?[WrittenPicture.self], let source = picture.source else {
      return
    }
    files[source] = files[source] ?? (picture.nameBesideRaw != nil)
  }
}
