/// A convention by which files of a folder belong together, such as the export of a photo service.
/// Until a listing shows that it applies, the folder is treated as any other.
package protocol FolderLayout: Sendable {
  /// Returns the grouping of the library's files if a listing shows the convention, else nil.
  func arrangement(
    showing listing: DirectoryListing, in library: FolderLibrary, includesHidden: Bool
  ) -> (any FolderArrangement)?

  /// Returns sentences about the library for `explain`; empty unless the convention applies to it.
  func findings(in library: FolderLibrary) -> [String]
}

/// The grouping of a library's files by a convention; safe from any thread.
package protocol FolderArrangement: AnyObject, Sendable {
  /// The albums, in the order in which a walk from the root reaches their folders.
  var albums: [FolderAlbum] { get }

  /// Returns true if the convention applies to the files of a folder; others are as in any folder.
  func holds(_ directory: FolderDirectory) -> Bool

  /// Returns the folders as a source with the given selection shows them.
  func selecting(_ selection: FolderSelection) -> any ArrangementSelection
}

/// The part of a library's grouping that a source selects: the asset to show for each file of a
/// folder's listing, and the files that are not shown by themselves.
package protocol ArrangementSelection: Sendable {
  /// Returns the listing of a folder from which the grouping was made; nil for an unknown folder.
  func listing(of directory: FolderDirectory) -> DirectoryListing?

  /// Returns true if the grouping was made from this listing.
  func holds(_ listing: DirectoryListing) -> Bool

  /// Returns the asset to show for a file in a listing; nil if shown elsewhere, or no asset.
  func asset(_ listing: DirectoryListing, _ index: Int) -> FileAsset?

  /// Returns a new asset object for a file whose asset was returned before.
  func sameAsset(_ listing: DirectoryListing, _ index: Int) -> FileAsset

  /// Returns the reason why a file in a listing has no asset to show; nil if it is not related to
  /// another one.
  func reason(_ listing: DirectoryListing, _ index: Int) -> SkippedAsset.Reason?
}

extension FolderLibrary {
  /// Returns the asset to show for a file in a listing; nil if shown elsewhere, or no asset.
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
  /// Creates the convention of a plain folder.
  package init() {}

  package func arrangement(
    showing listing: DirectoryListing, in library: FolderLibrary, includesHidden: Bool
  ) -> (any FolderArrangement)? { nil }

  package func findings(in library: FolderLibrary) -> [String] { [] }
}
