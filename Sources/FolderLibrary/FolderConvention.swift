/// What the files of a folder may mean together, such as the export of a photo service.
///
/// Found out while the folder is walked: until a listing shows it, the folder is one like any other.
package protocol FolderConvention: Sendable {
  /// How the library is arranged, if a listing shows it; nil where it does not.
  func arrangement(
    showing listing: DirectoryListing, in library: FolderLibrary, includesHidden: Bool
  ) -> (any FolderArrangement)?

  /// What the library turned out to be; for `explain`.
  func findings(in library: FolderLibrary) -> [String]
}

/// A library whose files mean something together; safe from any thread.
package protocol FolderArrangement: AnyObject, Sendable {
  /// The albums, in the order of the walk.
  var albums: [FolderAlbum] { get }

  /// What of it a source gives.
  func selecting(_ selection: FolderSelection) -> any ArrangedFolders
}

/// The folders of an arrangement, as a source gives them.
package protocol ArrangedFolders: Sendable {
  /// The listing that the arrangement was made of.
  func listing(of directory: FolderDirectory) -> DirectoryListing?

  /// Whether a listing is one of the arrangement's.
  func holds(_ listing: DirectoryListing) -> Bool

  /// The asset to show where the walk comes across a file; nil when it is shown elsewhere or is none.
  func asset(_ listing: DirectoryListing, _ index: Int) -> FileAsset?

  /// The asset of a file that was given before, made again.
  func sameAsset(_ listing: DirectoryListing, _ index: Int) -> FileAsset
}

extension FolderLibrary {
  /// The asset to show where a walk comes across a file; nil when it is shown elsewhere or is none.
  func asset(
    _ listing: DirectoryListing, _ index: Int, arrangedBy arranged: (any ArrangedFolders)?
  ) -> FileAsset? {
    guard let arranged, arranged.holds(listing) else {
      return listing.files[index].isSidecarAlone ? nil : asset(listing, index)
    }
    return arranged.asset(listing, index)
  }
}

/// Files that mean nothing together.
package struct NoConvention: FolderConvention {
  package init() {}

  package func arrangement(
    showing listing: DirectoryListing, in library: FolderLibrary, includesHidden: Bool
  ) -> (any FolderArrangement)? { nil }

  package func findings(in library: FolderLibrary) -> [String] { [] }
}
