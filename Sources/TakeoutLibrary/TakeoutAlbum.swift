/// An album of a Takeout: a folder in which a file tells its title.
struct TakeoutAlbum {
  let title: String
  let caption: String?
  /// The paths of its folder from the library's root, one for each archive.
  let paths: [OwnedBytes]
}
