/// A named list of assets: an album, or a shared or imported one.
package struct PhotosAlbum: NamedAlbum, Hashable, Sendable {
  /// The way in which the album's assets refer to it.
  let link: PhotosAlbumLink
  let key: Int64
  /// The identifier in PhotoKit's form: the UUID and `/L0/040`.
  package let identifier: String
  /// The kind of the album.
  package let subtype: CollectionSubtype
  /// The title; empty for an album without one.
  package let title: String
  /// The titles of the folders that contain the album, outermost first.
  package let folderPath: [String]
  /// The order in which Photos shows the album's assets.
  package let order: PhotosAlbumOrder
  let folderKeys: [Int64]
}

enum PhotosAlbumLink: Hashable, Sendable {
  /// A table has a row for each asset of each album.
  case list
  /// An asset refers to the import that it came with.
  case importSession
  /// An asset refers to the share that it was published in.
  case share
}

/// A folder of albums; PhotoKit calls it a collection list.
package struct PhotosFolder: NamedAlbum, Hashable, Sendable {
  let key: Int64
  /// The identifier in PhotoKit's form: the UUID and `/L0/020`.
  package let identifier: String
  /// The title that Photos shows; empty for a folder without one.
  package let title: String
  /// The titles of the folders that contain the folder, outermost first.
  package let folderPath: [String]
}
