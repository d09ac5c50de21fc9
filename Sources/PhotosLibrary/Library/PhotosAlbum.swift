/// A list of assets that a library knows by name: an album, or one that is shared or imported.
package struct PhotosAlbum: Hashable, Sendable {
  /// Where the library says which assets are in the album.
  let link: PhotosAlbumLink
  /// The row of the album in its table.
  let key: Int64
  /// As PhotoKit forms it: the UUID and `/L0/040`.
  package let localIdentifier: String
  package let subtype: CollectionSubtype
  /// Empty for an album without a title.
  package let title: String
  /// The titles of the folders that the album is in, outermost first.
  package let folderPath: [String]
  /// The order in which Photos shows the album's assets.
  package let order: PhotosAlbumOrder
  /// The identifier of the asset that the person chose to stand for the album.
  package let keyAssetIdentifier: String?
  /// The rows of the folders that the album is in.
  let folderKeys: [Int64]

  /// The path of folders and title, as a person would write it.
  package var pathTitle: String { (folderPath + [title]).joined(separator: "/") }
}
