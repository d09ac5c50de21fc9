/// The sub-folders of a library from directory entries alone, to complete the name of an album that
/// the user types. Folders near the root come first, so that only deep ones are cut off.
struct QuickAlbumList {
  private(set) var albums: [FolderAlbum] = []

  /// - Parameter time: the time after which no more folders are opened.
  init(of root: FolderRoot, within time: Duration) {
    let end = ContinuousClock.now + time
    var level = [root.directory]
    while !level.isEmpty {
      var below: [FolderDirectory] = []
      for directory in level {
        if ContinuousClock.now > end { return }
        below += directory.visibleFolders
      }
      albums += below.map { FolderAlbum(folder: $0.relativePath) }
      level = below
    }
  }
}
