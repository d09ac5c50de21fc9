/// A named list of assets: an album, or a shared or imported one.
package struct PhotosAlbum: Hashable, Sendable {
  /// The way in which the album's assets refer to it.
  let link: PhotosAlbumLink
  let key: Int64
  /// The identifier in PhotoKit's form: the UUID and `/L0/040`.
  package let localIdentifier: String
  /// The kind of the album.
  package let subtype: CollectionSubtype
  /// The title; empty for an album without one.
  package let title: String
  /// The titles of the folders that contain the album, outermost first.
  package let folderPath: [String]
  /// The order in which Photos shows the album's assets.
  package let order: PhotosAlbumOrder
  /// The identifier of the asset that the user chose as the album's key photo; nil without one.
  package let keyAssetIdentifier: String?
  let folderKeys: [Int64]

  /// The path of folders and title, as a user writes it: `Travel/Italy`.
  package var pathTitle: String { (folderPath + [title]).joined(separator: "/") }
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
package struct PhotosFolder: Hashable, Sendable {
  let key: Int64
  /// The identifier in PhotoKit's form: the UUID and `/L0/020`.
  package let localIdentifier: String
  /// The title that Photos shows; empty for a folder without one.
  package let title: String
  /// The titles of the folders that contain the folder, outermost first.
  package let folderPath: [String]

  /// The path of folders and title, as a user writes it: `Travel/Italy`.
  package var pathTitle: String { (folderPath + [title]).joined(separator: "/") }
}
