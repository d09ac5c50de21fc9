internal import Platform
internal import Synchronization

/// The listings that the results of a library's fetches hold, so that all results hold the same one of
/// a folder that is unchanged: a name takes 50 bytes. Safe from any thread.
final class KnownListings: Sendable {
  private let known = Lock<[Key: Known]>([:])

  private struct Key: Hashable {
    let device: UInt64
    let inode: UInt64
    let includesHidden: Bool
  }

  private struct Known {
    weak var listing: DirectoryListing?
  }

  init() {}

  /// Returns the listing that a result holds of the same folder with the same entries, else the given
  /// one, which is known from then on.
  func unique(_ listing: DirectoryListing, includesHidden: Bool) -> DirectoryListing {
    guard let status = listing.status else { return listing }
    let key = Key(device: status.device, inode: status.inode, includesHidden: includesHidden)
    return known.withLock { known in
      // The folders around it have to be the same, too, as each is opened in the one above.
      if let held = known[key]?.listing, held.status == status,
        held.directory.parent === listing.directory.parent,
        held.directory.root.path.span.hasSameBytes(as: listing.directory.root.path.bytes),
        held.hasSameEntries(as: listing)
      {
        return held
      }
      known[key] = Known(listing: listing)
      return listing
    }
  }

  /// Forgets the folders whose listings no result holds.
  func forgetUnused() {
    known.withLock { known in known = known.filter { $0.value.listing != nil } }
  }
}
