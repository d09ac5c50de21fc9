internal import Platform

/// A detector of changes in a library's folders since their names were read; confined to its owner.
final class FolderChangeDetector {
  private let library: FolderLibrary
  private let clock: CatalogueClock
  private var traces: [FolderFingerprint] = []
  /// The clock's time before the next folder is read, in nanoseconds since 1970.
  private var moment: Int64

  init(_ library: FolderLibrary, _ clock: CatalogueClock) {
    self.library = library
    self.clock = clock
    moment = clock.now
  }

  /// Records a folder that was just read, unless `counts` is false.
  func note(_ listing: DirectoryListing, includesHidden: Bool, counts: Bool = true) {
    if counts {
      traces.append(FolderFingerprint(listing, includesHidden: includesHidden, at: moment))
    }
    moment = clock.now
  }

  func noteAll(includesHidden: Bool) {
    var waiting = [library.root.directory]
    while let directory = waiting.popLast() {
      guard let listing = try? DirectoryListing(directory, includesHidden: includesHidden) else {
        continue
      }
      note(listing, includesHidden: includesHidden)
      waiting += listing.subfolders
    }
  }

  var isUnchanged: Bool {
    let root = library.path.withCString { FileStatus(directory: AT_FDCWD, name: $0) }
    guard let root, let handle = try? library.root.directory.open(),
      let known = FileStatus(descriptor: handle.descriptor), root.inode == known.inode,
      root.device == known.device
    else { return false }
    for place in traces.indices where !traces[place].isUnchanged(clock) { return false }
    return true
  }
}

/// The state of a folder when its names were read, to detect changes.
struct FolderFingerprint {
  private let listing: DirectoryListing
  private let includesHidden: Bool
  private var moment: Int64

  /// - Parameter moment: the clock's time before the names were read, in nanoseconds since 1970.
  init(_ listing: DirectoryListing, includesHidden: Bool, at moment: Int64) {
    self.listing = listing
    self.includesHidden = includesHidden
    self.moment = moment
  }

  /// Returns true if no name was added, removed or given to another file. A folder that changed
  /// just before may do so again with the same times, so names are compared.
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
