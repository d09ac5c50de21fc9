internal import Media

/// What a Google Takeout says of an album.
package struct TakeoutAlbumText: Sendable, Hashable {
  package var title: String?
  package var caption: String?

  package init() {}
}
