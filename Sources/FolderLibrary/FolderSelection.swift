/// Which folders and files of a library a source gives.
package struct FolderSelection: Sendable {
  /// The relative paths of the only folders that count; nil for all.
  package var albums: [[UInt8]]?
  /// Whether files that are in no album are left out, such as those of the root.
  package var excludesRoot = false
  package var includesHidden = false
  package var includesBurstFrames = false
  /// Tests that need no more than the directory entry.
  package var predicate = Predicate.always
  /// How the library is arranged, where that was found out before.
  package var arrangement: (any FolderArrangement)?

  package func includes(_ directory: FolderDirectory) -> Bool {
    if excludesRoot, directory.parent == nil { return false }
    guard let albums else { return true }
    return albums.contains { album in
      album.withUnsafeBytes { directory.relativePath.span.hasSameBytes(as: $0) }
    }
  }

  package func includes(_ asset: FileAsset) -> Bool {
    predicate.matches(asset) && !asset.isPartOfAnother(includesBurstFrames: includesBurstFrames)
      && !asset.isPutAway(includesArchived: includesHidden)
  }
}

extension AssetFetch {
  /// What a folder is asked for; tests that need more than a directory entry are left to the caller.
  ///
  /// - Throws: ``LibraryProblem`` when there is no such album, or several.
  package func selection(of library: FolderLibrary) throws -> FolderSelection {
    var selection = FolderSelection()
    selection.includesHidden = includesHidden
    selection.includesBurstFrames = includesBurstFrames
    if let album, CollectionSubtype(rawValue: album) == nil {
      let albums = FolderAlbums(of: library, includesHidden: includesHidden)
      selection.albums = try albums.album(named: album).paths.map {
        Array($0.bytes)
      }
      selection.arrangement = albums.arrangement
    } else if album == CollectionSubtype.albumRegular.rawValue {
      selection.excludesRoot = true
    }
    return selection
  }
}
