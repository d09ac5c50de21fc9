/// A convention by which the files of a folder belong together, such as the export of a photo
/// service. Until the walk finds a listing that shows it, the folder is treated as any other.
package protocol FolderLayout: Sendable {
  /// Returns the arrangement of the library if a listing shows it, else nil.
  func arrangement(
    showing listing: DirectoryListing, in library: FolderLibrary, includesHidden: Bool
  ) -> (any FolderArrangement)?

  /// Statements about the library that was recognised; for `explain`.
  func findings(in library: FolderLibrary) -> [String]
}

/// A library whose files belong together by a convention; safe from any thread.
package protocol FolderArrangement: AnyObject, Sendable {
  /// The albums, in the order of the walk.
  var albums: [FolderAlbum] { get }

  /// Returns the folders of the arrangement as a source with this selection shows them.
  func selecting(_ selection: FolderSelection) -> any ArrangementSelection
}

/// The folders of an arrangement, as a source shows them.
package protocol ArrangementSelection: Sendable {
  /// Returns the listing that the arrangement was made from.
  func listing(of directory: FolderDirectory) -> DirectoryListing?

  /// Returns true if a listing is one of the arrangement's.
  func holds(_ listing: DirectoryListing) -> Bool

  /// Returns the asset to show where the walk finds a file; nil if shown elsewhere or no asset.
  func asset(_ listing: DirectoryListing, _ index: Int) -> FileAsset?

  /// Returns a new asset object for a file whose asset was returned before.
  func sameAsset(_ listing: DirectoryListing, _ index: Int) -> FileAsset
}

extension FolderLibrary {
  /// Returns the asset to show where a walk finds a file; nil if shown elsewhere or no asset.
  func asset(
    _ listing: DirectoryListing, _ index: Int, arrangedBy arranged: (any ArrangementSelection)?
  ) -> FileAsset? {
    guard let arranged, arranged.holds(listing) else {
      return listing.files[index].isSidecarAlone ? nil : asset(listing, index)
    }
    return arranged.asset(listing, index)
  }
}

/// The convention of a plain folder: its files are independent.
package struct PlainFolderLayout: FolderLayout {
  /// Creates the convention.
  package init() {}

  package func arrangement(
    showing listing: DirectoryListing, in library: FolderLibrary, includesHidden: Bool
  ) -> (any FolderArrangement)? { nil }

  package func findings(in library: FolderLibrary) -> [String] { [] }
}
