/// What lies beside a file and belongs to it, such as sidecars.
///
/// Confined to the lane that holds the file's asset.
package protocol FileSurroundings: AnyObject {
  /// What the sidecars say; read on first use.
  var sidecar: Sidecar { get }

  /// The path of the version that was edited; nil when there is none.
  var editedPath: OwnedBytes? { get }

  /// The movie of a live photo; nil where the file's name tells.
  var movie: FilePlace? { get }

  /// The paths of the folders that have a copy of it; nil for the one that it lies in.
  var folderPaths: [OwnedBytes]? { get }

  /// Files that describe it and have other names than it, such as a Takeout's JSON.
  var documents: [FilePlace] { get }

  /// Whether what lies beside the file says if it was edited.
  var tellsAdjustments: Bool { get }

  /// Size, times and number of each file beside it, so that a change of one is a change of the asset.
  func addVersion(to fingerprint: inout Fingerprint)

  /// Whether the user put it where it is not to be seen: into the trash, or the archive.
  func isPutAway(includesArchived: Bool) -> Bool

  /// The same for another thread; nothing of it is read yet.
  func another() -> any FileSurroundings
}
