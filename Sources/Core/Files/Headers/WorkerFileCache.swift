/// The folder and the catalogue page that a worker read last. Workers in one folder need not wait
/// for each other's lock and reference count then. Only its own worker uses it, without a lock.
package final class WorkerFileCache: WorkerReadCache {
  private var listing: DirectoryListing?
  private var handle: DirectoryHandle?
  private var page: CataloguePage?

  /// Returns the status of a file, by the worker's own handle of its folder.
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

  /// Returns the catalogue's page for a file, or nil; files of one folder are mostly on one page.
  package func page(device: UInt64, inode: UInt64, of catalogue: Catalogue) -> CataloguePage? {
    let place = CataloguePage.Place(device: device, inode: inode)
    if let page, page.place == place { return page }
    page = catalogue.page(device: device, inode: inode)
    return page
  }
}
