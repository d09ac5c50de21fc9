/// What a stage works on where the source gives albums.
public enum AlbumUse: Sendable {
  /// Assets alone, so that it can't stand behind albums.
  case assets
  /// Assets, or those of each album.
  case members
  /// Albums alone.
  case albums
}
