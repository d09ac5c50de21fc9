internal import CSystem

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
        below += Self.folders(in: directory)
      }
      albums += below.map { FolderAlbum(folder: $0.relativePath) }
      level = below
    }
  }

  /// Returns the visible sub-folders, without links as in the walk for assets, and without names
  /// that are not valid UTF-8, which can't be typed.
  private static func folders(in directory: FolderDirectory) -> [FolderDirectory] {
    let collector = EntryCollector(includesHidden: false, includesFiles: false)
    guard let handle = try? directory.open() else { return [] }
    let context = Unmanaged.passUnretained(collector).toOpaque()
    guard csystem_list(handle.descriptor, context, collectEntry) == 0 else { return [] }
    let folders = collector.found.compactMap { entry -> OwnedBytes? in
      let name = collector.names[Int(entry.start)..<Int(entry.start) + Int(entry.count)]
      let isSkipped = name.withUnsafeBytes { SkippedFolder.has($0, withLibraries: true) }
      if isSkipped || String(validating: name, as: UTF8.self) == nil { return nil }
      switch entry.kind {
      case .directory: return OwnedBytes(Array(name))
      case nil:
        let owned = OwnedBytes(Array(name))
        let status = owned.withCString { FileStatus(directory: handle.descriptor, name: $0) }
        return status?.kind == .directory ? owned : nil
      default: return nil
      }
    }
    return folders.sorted { $0.span.precedes($1.span) }
      .map { FolderDirectory($0, in: directory) }
  }
}
