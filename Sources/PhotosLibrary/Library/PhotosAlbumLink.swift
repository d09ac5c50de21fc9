/// How the assets of an album are tied to it.
enum PhotosAlbumLink: Hashable, Sendable {
  /// A table has a row for each asset of each album.
  case list
  /// An asset names the import that it came with.
  case importSession
  /// An asset names the share that it was published in.
  case share
}
