/// The folders and files of a library that a source returns.
package struct FolderSelection: Sendable {
  /// The relative paths of the only folders to include; nil for all.
  package var albums: [[UInt8]]?
  /// True if the files in the root itself, which are in no album, are left out.
  package var excludesRoot = false
  /// True if hidden and archived files are included.
  package var includesHidden = false
  /// True if all frames of a burst are included.
  package var includesBurstFrames = false
  /// True if files that are neither pictures nor movies are included.
  package var includesEverything = false
  /// The rule's tests that can be evaluated with the directory entry alone.
  package var predicate = AssetPredicate.always
  /// The fields of all tests of the rule that the fetch knows.
  package var testedFields: FieldSet = []
  /// The grouping of the library's files by a convention; nil if it is not known yet.
  package var arrangement: (any FolderArrangement)?
  /// The listings of earlier fetches; nil to hold each for itself.
  var known: KnownListings?

  /// Returns true if the files of a folder are to be read.
  package func includes(_ directory: FolderDirectory) -> Bool {
    if excludesRoot, directory.parent == nil { return false }
    guard let albums else { return true }
    return albums.contains { album in
      album.withUnsafeBytes { directory.relativePath.span.hasSameBytes(as: $0) }
    }
  }

  /// Returns true if headers decide which of the files belong to the selection: two may be a live
  /// photo, or the name of one says nothing.
  package func needsHeaders(of listing: DirectoryListing, _ range: Range<Int>) -> Bool {
    listing.files[range].contains {
      $0.companion >= 0 || $0.needsBurstEvidence
        || !includesEverything && $0.kind == .undecided
    }
  }

  /// Returns true if a file may belong to the selection by its name.
  package func mayInclude(_ entry: DirectoryListing.Entry) -> Bool {
    includesEverything || entry.kind != .other
  }

  /// Returns true if an asset, of a name that may be included, belongs to the selection.
  package func includes(_ asset: FileAsset) -> Bool {
    asset.hideFrames(!includesBurstFrames)
    return predicate.matches(asset) && (includesEverything || asset.isPictureOrMovie)
      && !asset.isPartOfAnother(includesBurstFrames: includesBurstFrames)
      && !asset.isPutAway(includesArchived: includesHidden)
  }
}

extension AssetFetch {
  /// Returns the folders that this fetch needs; tests that need more than a directory entry remain
  /// for the run.
  ///
  /// - Throws: ``LibraryProblem`` when there is no such album, or several.
  package func selection(of library: FolderLibrary) throws -> FolderSelection {
    var selection = FolderSelection()
    selection.includesHidden = includesHidden
    selection.includesBurstFrames = includesBurstFrames
    selection.includesEverything = includesEverything
    selection.testedFields = predicate.fields
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
