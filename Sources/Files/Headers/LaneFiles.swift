/// What a lane needs of the folder and the page of the catalogue that it is at, file after file.
///
/// Lanes that work in one folder would else take turns at its lock and count the users of its handle
/// together. Confined to its lane.
package final class LaneFiles: LaneReading {
  private var listing: DirectoryListing?
  private var handle: DirectoryHandle?
  private var page: CataloguePage?

  /// The status of a file, asked through a handle of the lane's own.
  package func status(of place: FilePlace) throws(FileProblem) -> FileStatus {
    guard case .entry(let listing, let index) = place, let handle = handle(of: listing) else {
      return try place.status()
    }
    let status = listing.withCString(listing.files[index]) { name in
      FileStatus(directory: handle.descriptor, name: name)
    }
    guard let status else { return try place.status() }
    return status
  }

  private func handle(of listing: DirectoryListing) -> DirectoryHandle? {
    if self.listing === listing { return handle }
    self.listing = listing
    handle = try? DirectoryHandle(directory: listing.directory.open().descriptor, name: ".")
    return handle
  }

  /// What the catalogue knows of a file; neighbours are mostly on one page.
  package func page(device: UInt64, inode: UInt64, of catalogue: Catalogue) -> CataloguePage? {
    let place = CataloguePage.Place(device: device, inode: inode)
    if let page, page.place == place { return page }
    page = catalogue.page(device: device, inode: inode)
    return page
  }
}
