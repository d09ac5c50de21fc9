/// The albums that a source was asked for.
enum PhotosAlbumChoice: Sendable {
  /// One album, in its order.
  case one(PhotosAlbum)
  /// What is in any of some albums, such as those of a folder.
  case several([PhotosAlbum])
  /// What is in any album of a kind, such as those that the person made.
  case kind(CollectionSubtype)
  /// Everything, last added first.
  case recentlyAdded

  /// The albums that were named one by one.
  var albums: [PhotosAlbum] {
    switch self {
    case .one(let album): [album]
    case .several(let albums): albums
    case .kind, .recentlyAdded: []
    }
  }

  /// Whether shared assets count, which Photos shows in their albums only.
  var includesShared: Bool {
    switch self {
    case .one(let album): album.subtype == .albumCloudShared
    case .several(let albums): albums.contains { $0.subtype == .albumCloudShared }
    case .kind(let subtype): subtype == .albumCloudShared
    case .recentlyAdded: false
    }
  }
}
