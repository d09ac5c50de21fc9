package import Samples

/// An album or a folder of an invented Photos library.
package struct PhotosSampleAlbum: Sendable {
  package var title: String?
  package var uuid: String
  /// ZGENERICALBUM.ZKIND: 2 for an album, 4000 for a folder.
  package var kind: Int64
  /// The place of the folder in the library's list of albums; nil for the top.
  package var parent: Int?
  /// The UUIDs of the assets, in the order of the album.
  package var assets: [String]
  /// Columns beside or instead of those that every album has.
  package var columns: [String: ColumnValue]

  package init(
    _ title: String?, uuid: String, kind: Int64 = 2, parent: Int? = nil, assets: [String] = [],
    _ columns: [String: ColumnValue] = [:]
  ) {
    self.title = title
    self.uuid = uuid
    self.kind = kind
    self.parent = parent
    self.assets = assets
    self.columns = columns
  }
}
