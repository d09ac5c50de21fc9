internal import Files

/// The pictures of a Takeout that a source provides, each once, at the first place in the walk.
struct TakeoutSelection: ArrangementSelection {
  let takeout: Takeout
  /// An element for each folder, true if its files are included; nil to include all.
  private let chosen: [Bool]?

  init(_ takeout: Takeout, _ selection: FolderSelection) {
    self.takeout = takeout
    let chosen = takeout.folders.map { folder in
      selection.excludesRoot
        ? folder.album != nil : selection.includes(folder.listing.directory)
    }
    self.chosen = chosen.contains(false) ? chosen : nil
  }

  func folder(of listing: DirectoryListing) -> TakeoutFolder? {
    guard let folder = takeout.folder(at: listing.directory.relativePath.bytes),
      folder.listing === listing
    else { return nil }
    return folder
  }

  func listing(of directory: FolderDirectory) -> DirectoryListing? {
    takeout.listing(at: directory.relativePath.bytes)
  }

  /// Returns the picture's number to show for a file; nil if shown elsewhere or a part of another.
  func picture(at number: Int) -> Int? { takeout.picture(at: number, among: chosen) }

  func holds(_ listing: DirectoryListing) -> Bool { folder(of: listing) != nil }

  func asset(_ listing: DirectoryListing, _ index: Int) -> FileAsset? {
    guard let folder = folder(of: listing) else { return nil }
    return picture(at: folder.firstNumber + index).map(takeout.asset)
  }

  func sameAsset(_ listing: DirectoryListing, _ index: Int) -> FileAsset {
    takeout.asset((folder(of: listing)?.firstNumber ?? 0) + index)
  }

  func reason(_ listing: DirectoryListing, _ index: Int) -> SkippedAsset.Reason? {
    folder(of: listing).flatMap { takeout.reason(for: $0.firstNumber + index) }
  }
}

extension Takeout: FolderArrangement {
  func holds(_ directory: FolderDirectory) -> Bool {
    folder(at: directory.relativePath.bytes) != nil
  }

  func selecting(_ selection: FolderSelection) -> any ArrangementSelection {
    TakeoutSelection(self, selection)
  }

  func asset(_ number: Int) -> FileAsset {
    let (listing, index) = entry(of: number)
    return FileAsset(
      listing, index, headers, sidecarContext: TakeoutSidecarContext(of: number, in: self, files))
  }
}
