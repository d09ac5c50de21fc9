/// How many files a library has, found out from the names alone.
package struct FolderCount {
  package private(set) var files = 0

  /// Counts all folders; those that can't be read are left out.
  package init(of library: FolderLibrary, includesHidden: Bool) {
    var waiting = [library.root.directory]
    while let directory = waiting.popLast() {
      guard let listing = try? DirectoryListing(directory, includesHidden: includesHidden) else {
        continue
      }
      files += listing.files.count
      for folder in listing.folders {
        waiting.append(FolderDirectory(OwnedBytes(listing.name(folder)), in: directory))
      }
    }
  }
}
