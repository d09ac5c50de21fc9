/// What of a Takeout a source gives: each picture once, wherever the walk first comes across it.
struct TakeoutSelection: ArrangedFolders {
  let takeout: Takeout
  /// Whether the files of a folder count, by the folder's place; nil for all.
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
    takeout.folder(at: directory.relativePath.bytes)?.listing
  }

  /// The number of the picture to show for a file; nil when it is shown elsewhere or is none.
  func picture(at number: Int) -> Int? { takeout.picture(at: number, among: chosen) }

  func holds(_ listing: DirectoryListing) -> Bool { folder(of: listing) != nil }

  func asset(_ listing: DirectoryListing, _ index: Int) -> FileAsset? {
    guard let folder = folder(of: listing) else { return nil }
    return picture(at: folder.firstNumber + index).map(takeout.asset)
  }

  func sameAsset(_ listing: DirectoryListing, _ index: Int) -> FileAsset {
    takeout.asset((folder(of: listing)?.firstNumber ?? 0) + index)
  }
}

extension Takeout: FolderArrangement {
  func selecting(_ selection: FolderSelection) -> any ArrangedFolders {
    TakeoutSelection(self, selection)
  }

  /// A picture of the Takeout.
  func asset(_ number: Int) -> FileAsset {
    let (listing, index) = entry(of: number)
    return FileAsset(
      listing, index, headers, surroundings: TakeoutSurroundings(of: number, in: self, files))
  }
}
