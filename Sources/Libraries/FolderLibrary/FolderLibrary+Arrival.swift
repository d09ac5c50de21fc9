internal import Assets
internal import Files

extension FolderLibrary {
  /// Returns true if a file that another program has open is a complete picture or movie.
  ///
  /// - Parameters:
  ///   - file: the file's path from the library's root.
  ///   - path: the path of the library.
  static func isWhole(_ file: OwnedBytes, in path: String) -> Bool {
    asset(file, in: path)?.isWhole ?? false
  }

  /// Returns true if a picture or movie is incomplete, and may still be written.
  static func isUnfinished(_ file: OwnedBytes, in path: String) -> Bool {
    asset(file, in: path)?.originalState == .beingWritten
  }

  private static func asset(_ file: OwnedBytes, in path: String) -> Asset? {
    let names = file.bytes.split(separator: UInt8(ascii: "/")).map {
      OwnedBytes(UnsafeRawBufferPointer(rebasing: $0))
    }
    guard let name = names.last, let library = try? FolderLibrary(path: path) else { return nil }
    let folder = names.dropLast().reduce(library.root.directory) { FolderDirectory($1, in: $0) }
    guard let listing = try? DirectoryListing(folder, alone: name),
      let index = listing.index(of: name)
    else { return nil }
    return library.asset(listing, index, arrangedBy: nil)
  }
}
