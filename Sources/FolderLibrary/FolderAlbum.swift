/// An album of a folder library: a sub-folder, or several that are one.
package struct FolderAlbum {
  package let title: String
  package let caption: String?
  /// The titles of the folders that it is in, outermost first.
  package let folderPath: [String]
  /// The paths from the library's root; the first names the album.
  package let paths: [OwnedBytes]

  /// A sub-folder that is an album by itself.
  package init(folder path: OwnedBytes) {
    let names = path.string.split(separator: "/").map(String.init)
    title = names.last ?? ""
    caption = nil
    folderPath = names.dropLast()
    paths = [path]
  }

  package init(title: String, caption: String?, folderPath: [String] = [], paths: [OwnedBytes]) {
    self.title = title
    self.caption = caption
    self.folderPath = folderPath
    self.paths = paths
  }

  package var identifier: OwnedBytes { paths[0] }
}
