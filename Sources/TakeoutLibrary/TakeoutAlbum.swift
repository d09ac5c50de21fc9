/// An album of a Takeout: a folder in which a file tells its title.
struct TakeoutAlbum {
  let title: String
  let caption: String?
  /// The paths of its folder from the library's root, one for each archive.
  let paths: [OwnedBytes]
}

extension FolderAlbum {
  /// Google Photos has no folders of albums; those of the export are none.
  init(_ album: TakeoutAlbum) {
    self.init(title: album.title, caption: album.caption, paths: album.paths)
  }
}
