/// The sidecars and other files that describe an asset's file; used only by the asset's worker.
package protocol SidecarContext: AnyObject {
  /// The values from the sidecars; read on first use.
  var sidecar: Sidecar { get }

  /// The path of the edited version; nil when none exists.
  var editedPath: OwnedBytes? { get }

  /// The movie of a live photo; nil if it has to be found by the file's name.
  var movie: FilePlace? { get }

  /// The paths of the folders that contain a copy of the file; nil for only its own folder.
  var folderPaths: [OwnedBytes]? { get }

  /// The albums that contain a copy of the file; nil for the folder that it is in.
  var albums: [AlbumPath]? { get }

  /// The files that describe the asset and have other names, such as a Takeout's JSON.
  var documents: [FilePlace] { get }

  /// True if the sidecars and other files show whether the asset was edited.
  var tellsAdjustments: Bool { get }

  /// The path of the library in which other files refer to the file by its name; nil for none.
  var keeper: String? { get }

  /// Adds size, times and inode of each file that describes the asset to a fingerprint.
  func addVersion(to fingerprint: inout Fingerprint)

  /// Returns true if the asset is in the trash or, unless `includesArchived`, in the archive.
  func isPutAway(includesArchived: Bool) -> Bool

  /// Returns a copy for another thread, with nothing read yet.
  func another() -> any SidecarContext
}

/// The answers where no file but an XMP sidecar describes the asset.
extension SidecarContext {
  package var editedPath: OwnedBytes? { nil }
  package var movie: FilePlace? { nil }
  package var folderPaths: [OwnedBytes]? { nil }
  package var albums: [AlbumPath]? { nil }
  package var documents: [FilePlace] { [] }
  package var tellsAdjustments: Bool { false }
  package var keeper: String? { nil }

  package func isPutAway(includesArchived: Bool) -> Bool { false }
}
