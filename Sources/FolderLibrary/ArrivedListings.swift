internal import Platform
internal import Synchronization

/// The folders that were listed for arrivals that were found at one time; safe from any thread.
///
/// Only of whole libraries: what exists of a library that was chosen from differs from rule to rule.
final class ArrivedListings: RunResource {
  private let known = Lock<[Key: Known]>([:])

  private struct Key: Hashable {
    let folder: [UInt8]
    let includesHidden: Bool
  }

  private struct Known {
    let listing: DirectoryListing
    /// When the folder is listed anew.
    let end: ContinuousClock.Instant
  }

  /// A listing holds that many times as long as it took to make, so that listing takes a small part of
  /// the time, and what came in meanwhile, such as the movie of a live photo, is seen soon.
  private static let rest = 20

  /// The listing of a folder, made anew now and then.
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
  /// The folders that were listed for them and for those that were found with them.
  var listings: ArrivedListings {
    if let known = findings[ArrivedListings.self] { return known }
    let listings = ArrivedListings()
    findings[ArrivedListings.self] = listings
    return listings
  }
}
