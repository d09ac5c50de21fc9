/// What belongs to a file of a Takeout, by number; -1 for nothing.
struct TakeoutKin {
  /// The JSON that tells of it.
  var sidecar: Int32 = -1
  /// The movie of a live photo.
  var movie: Int32 = -1
  /// The version that was edited in Google Photos.
  var edited: Int32 = -1
  /// Whether it is an asset: no sidecar, and not a part of another.
  var isPicture = true
}
