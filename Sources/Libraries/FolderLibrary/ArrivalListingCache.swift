internal import Platform
internal import Synchronization

/// A cache of folder listings, shared by the arrivals that were found at one time.
///
/// Safe from any thread. Only listings of whole libraries are cached: the files of a library that
/// is restricted to chosen ones differ from rule to rule.
final class ArrivalListingCache: RunResource {
  private let known = Lock<[Key: Known]>([:])

  private struct Key: Hashable {
    let folder: [UInt8]
    let includesHidden: Bool
  }

  private struct Known {
    let listing: DirectoryListing
    /// The time after which the folder is listed again.
    let end: ContinuousClock.Instant
  }

  /// The lifetime of a listing, as a multiple of the time it took to make.
  ///
  /// Listing thus takes a small part of the time, and a file that arrived meanwhile, such as the
  /// movie of a live photo, is seen soon.
  private static let rest = 20

  /// Returns the listing of a folder, from the cache if it is recent enough.
  ///
  /// - Throws: ``FileProblem`` when the folder can't be opened or read to its end.
  func listing(
    of directory: FolderDirectory, includesHidden: Bool
  ) throws(FileProblem) -> DirectoryListing {
    guard directory.root.chosen == nil else {
      return try DirectoryListing(directory, includesHidden: includesHidden)
    }
    let key = Key(folder: Array(directory.relativePath.bytes), includesHidden: includesHidden)
    let start = ContinuousClock.now
    if let known = known.withLock({ $0[key] }), start < known.end { return known.listing }
    let listing = try DirectoryListing(directory, includesHidden: includesHidden)
    let end = ContinuousClock.now
    known.withLock { $0[key] = Known(listing: listing, end: end + (end - start) * Self.rest) }
    return listing
  }
}

extension Arrivals {
  /// The cache of listings for these arrivals and those that were found with them.
  var listings: ArrivalListingCache {
    if let known = findings[ArrivalListingCache.self] { return known }
    let listings = ArrivalListingCache()
    findings[ArrivalListingCache.self] = listings
    return listings
  }
}
