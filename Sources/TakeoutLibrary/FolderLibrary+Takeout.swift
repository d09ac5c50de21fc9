extension FolderLibrary {
  /// How many folders are looked into where nobody asks for pictures.
  private static let mostFolders = 256

  /// The Takeout that the library is, as a walk of its first folders shows.
  func findTakeout() -> Takeout? {
    var waiting = [root]
    var count = 0
    while let directory = waiting.popLast(), count < Self.mostFolders {
      count += 1
      guard let listing = try? DirectoryListing(directory, includesHidden: false) else { continue }
      if let found = takeout.takeout(showing: listing, includesHidden: false) { return found }
      for folder in listing.folders.reversed() {
        waiting.append(FolderDirectory(OwnedBytes(listing.name(folder)), in: directory))
      }
    }
    return nil
  }
}
