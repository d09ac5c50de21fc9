/// The files beside a file that belong to it, such as sidecars; confined to the asset's worker.
package protocol SidecarContext: AnyObject {
  /// The content of the sidecars; read on first use.
  var sidecar: Sidecar { get }

  /// The path of the edited version; nil when there is none.
  var editedPath: OwnedBytes? { get }

  /// The movie of a live photo; nil where the file's name determines it.
  var movie: FilePlace? { get }

  /// The paths of the folders with a copy of it; nil for only the folder that it is in.
  var folderPaths: [OwnedBytes]? { get }

  /// Files that describe it and have other names, such as a Takeout's JSON.
  var documents: [FilePlace] { get }

  /// True if the files beside it show whether it was edited.
  var tellsAdjustments: Bool { get }

  /// Adds size, times and inode of each file beside it, whose changes are changes of the asset.
  func addVersion(to fingerprint: inout Fingerprint)

  /// Returns true if the user put it into the trash or, unless they are included, the archive.
  func isPutAway(includesArchived: Bool) -> Bool

  /// Returns the same for another thread, with nothing read yet.
  func another() -> any SidecarContext
}
