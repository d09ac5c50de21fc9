internal import Media
internal import Platform
internal import Synchronization

/// The live photos of a folder whose halves have different names, and are found by the identifier in
/// their headers. Headers are read when a file with such an identifier asks for its other half. Safe
/// from any thread.
final class ContentPairs: Sendable {
  private let pairs = Lock<[Int: Int]?>(nil)

  /// Returns the index of the other half of a file; nil without one.
  func other(
    of index: Int, in listing: DirectoryListing, _ headers: HeaderReaderPool
  ) -> Int? {
    pairs.withLock { pairs in
      let known = pairs ?? Self.find(in: listing, headers)
      pairs = known
      return known[index]
    }
  }

  private static func find(
    in listing: DirectoryListing, _ headers: HeaderReaderPool
  ) -> [Int: Int] {
    let candidates = listing.files.indices.filter { listing.files[$0].mayPairByContent }
    let (movies, pictures) = (
      candidates.filter { LivePhotoName.isMovie(listing.name(listing.files[$0])) },
      candidates.filter { LivePhotoName.isPicture(listing.name(listing.files[$0])) }
    )
    func identifier(of index: Int, isVideo: Bool) -> ShortText? {
      guard let facts = try? headers.facts(of: .entry(listing, index)).facts,
        isVideo ? facts.format.isVideo : facts.format.isImage
      else { return nil }
      return facts.contentIdentifier.isEmpty ? nil : facts.contentIdentifier
    }
    var waiting: [ShortText: [Int]] = [:]
    for movie in movies {
      if let own = identifier(of: movie, isVideo: true) { waiting[own, default: []].append(movie) }
    }
    guard !waiting.isEmpty else { return [:] }
    var pairs: [Int: Int] = [:]
    for picture in pictures {
      guard let own = identifier(of: picture, isVideo: false), let movie = waiting[own]?.first
      else { continue }
      waiting[own]?.removeFirst()
      pairs[picture] = movie
      pairs[movie] = picture
    }
    return pairs
  }
}
