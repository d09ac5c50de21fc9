/// Which folders and files of a library a source gives.
struct FolderSelection: Sendable {
  /// The relative path of the only folder that counts; nil for all.
  var album: [UInt8]?
  /// Whether the files of the root, which are in no album, are left out.
  var excludesRoot = false
  var includesHidden = false
  var includesBurstFrames = false
  /// Tests that need no more than the directory entry.
  var predicate = Predicate.always

  func includes(_ directory: FolderDirectory) -> Bool {
    if excludesRoot, directory.parent == nil { return false }
    guard let album else { return true }
    return album.withUnsafeBytes { directory.relativePath.span.hasSameBytes(as: $0) }
  }

  func includes(_ asset: FileAsset) -> Bool {
    predicate.matches(asset) && !asset.isPartOfAnother(includesBurstFrames: includesBurstFrames)
  }
}
