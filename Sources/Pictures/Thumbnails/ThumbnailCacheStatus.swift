/// What the cache holds.
package struct ThumbnailCacheStatus: Sendable, Hashable {
  /// The folder of shotflow's own thumbnails, whether or not it is there.
  package let path: String
  /// How many thumbnails of its own there are.
  package let count: Int
  /// What they occupy, in bytes.
  package let byteCount: Int64
  /// What they may occupy, in bytes; those that were used last stay.
  package let limit: Int64
  /// The folder that thumbnails are shared in with other programs, which is not counted.
  package let sharedPath: String
  /// How many files are remembered as ones that no picture could be made of.
  package let failureCount: Int
}
