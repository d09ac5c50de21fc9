internal import Platform
internal import Synchronization

/// A cache of folder listings, shared by the arrivals that were found at one time. Only listings of
/// whole libraries are cached, as chosen files differ from rule to rule. Safe from any thread.
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

  /// The lifetime of a listing, as a multiple of the time it took to make: listing takes a small
  /// part of the time, and a file that arrived meanwhile, such as a live photo's movie, soon shows.
  private static let rest = 20

  /// Returns the listing of a folder, from the cache if recent; throws if the folder can't be read.
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
