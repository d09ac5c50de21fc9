/// What a library says of an album itself, without looking at its assets.
package struct AlbumFacts: Sendable {
  package let library: OwnedBytes
  /// PhotoKit's; the path of a folder; the subtype of an album that is computed.
  package let localIdentifier: OwnedBytes
  package let subtype: CollectionSubtype
  /// Nil for an album without a title; of one that is computed PhotoKit's, in English.
  package let title: String?
  /// What the person wrote about it, where a library keeps that.
  package var caption: String?
  /// The titles of the folders that the album is in, outermost first.
  package let folderPath: [String]

  package init(
    library: OwnedBytes, localIdentifier: OwnedBytes, subtype: CollectionSubtype, title: String?,
    caption: String? = nil, folderPath: [String]
  ) {
    self.library = library
    self.localIdentifier = localIdentifier
    self.subtype = subtype
    self.title = title
    self.caption = caption
    self.folderPath = folderPath
  }

  /// An album that is a test of assets.
  package init(computed subtype: CollectionSubtype, in library: OwnedBytes) {
    self.init(
      library: library, localIdentifier: OwnedBytes(Array(subtype.rawValue.utf8)),
      subtype: subtype, title: subtype.title, folderPath: [])
  }
}
