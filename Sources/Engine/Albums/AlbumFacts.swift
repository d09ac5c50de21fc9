/// What a library says of an album itself, without looking at its assets.
struct AlbumFacts: Sendable {
  let library: OwnedBytes
  /// PhotoKit's; the path of a folder; the subtype of an album that is computed.
  let localIdentifier: OwnedBytes
  let subtype: CollectionSubtype
  /// Nil for an album without a title; those that are computed are called by programs, in the
  /// language of the person.
  let title: String?
  /// What the person wrote about it, where a library keeps that.
  var caption: String?
  /// The titles of the folders that the album is in, outermost first.
  let folderPath: [String]
}
