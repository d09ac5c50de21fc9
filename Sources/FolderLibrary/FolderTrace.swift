/// What a folder was when its names were read, to find out whether it is the same now.
struct FolderTrace {
  private let listing: DirectoryListing
  private let includesHidden: Bool
  private var moment: Int64

  /// - Parameter moment: what the clock showed before the names were read.
  init(_ listing: DirectoryListing, includesHidden: Bool, at moment: Int64) {
    self.listing = listing
    self.includesHidden = includesHidden
    self.moment = moment
  }

  /// Whether no name was added, removed or given to another file.
  ///
  /// A folder that was changed right before it was read may be changed again with the same times;
  /// so its names are looked at until the clock has gone on.
  mutating func isUnchanged(_ clock: CatalogueClock) -> Bool {
    guard let handle = try? listing.directory.open(), let known = listing.status,
      let status = FileStatus(descriptor: handle.descriptor), status == known
    else { return false }
    if CatalogueClock.isSettled(known, at: moment) { return true }
    let now = clock.now
    guard
      let again = try? DirectoryListing(listing.directory, includesHidden: includesHidden),
      again.hasSameEntries(as: listing)
    else { return false }
    moment = now
    return true
  }
}
