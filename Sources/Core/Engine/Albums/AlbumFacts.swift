/// The properties of an album that a library knows without reading its assets.
package struct AlbumFacts: Sendable {
  /// The path of the library that contains the album.
  package let library: OwnedBytes
  /// PhotoKit's identifier, the path of a folder, or the subtype of a computed album.
  package let localIdentifier: OwnedBytes
  /// The subtype, by which computed albums are distinguished.
  package let subtype: CollectionSubtype
  /// The title; nil for an album without one. A computed album has PhotoKit's English title.
  package let title: String?
  /// The user's description of the album; nil if the library stores none.
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

  /// Describes an album that a user made.
  package init(_ album: Album, of library: OwnedBytes) {
    self.init(
      library: library, localIdentifier: OwnedBytes(Array(album.identifier.utf8)),
      subtype: .albumRegular, title: album.title.isEmpty ? nil : album.title,
      caption: album.caption, folderPath: album.folderPath)
  }

  /// Describes a computed album, whose members are the assets that pass a test.
  package init(computed subtype: CollectionSubtype, in library: OwnedBytes) {
    self.init(
      library: library, localIdentifier: OwnedBytes(Array(subtype.rawValue.utf8)),
      subtype: subtype, title: subtype.title, folderPath: [])
  }
}

/// The albums that a rule lists.
package struct AlbumRequest: Sendable {
  /// Subtypes, identifiers or titles, in the order of the rule.
  package let names: [String]
  /// True if hidden assets are counted.
  package let includesHidden: Bool
  /// True if all frames of bursts are counted.
  package let includesBurstFrames: Bool
  /// True if files that are neither pictures nor movies are counted.
  package let includesEverything: Bool

  package init(
    names: [String], includesHidden: Bool, includesBurstFrames: Bool,
    includesEverything: Bool = false
  ) {
    self.names = names
    self.includesHidden = includesHidden
    self.includesBurstFrames = includesBurstFrames
    self.includesEverything = includesEverything
  }
}
