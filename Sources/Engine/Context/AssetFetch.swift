/// A fetch from a library, as PHFetchOptions and a collection say it.
///
/// ```swift
/// var fetch = AssetFetch(album: "smartAlbumScreenshots")
/// fetch.order = [SortKey(.creationDate, isDescending: true)]
/// let result = try library.fetchAssets(fetch)
/// ```
public struct AssetFetch: Hashable, Sendable {
  /// A subtype, an identifier or a title; nil for all assets.
  public var album: String?
  public var predicate: Predicate
  /// Empty for the order of the album or, without one, of the library.
  public var order: [SortKey]
  /// How many assets are left out first.
  public var offset = 0
  /// How many assets there are at most; nil for all.
  public var limit: Int?
  public var includesHidden = false
  public var includesBurstFrames = false

  public init(
    album: String? = nil, predicate: Predicate = .always, order: [SortKey] = [],
    limit: Int? = nil
  ) {
    self.album = album
    self.predicate = predicate
    self.order = order
    self.limit = limit
  }

  /// How many assets the list has at most, those that are left out first among them.
  package var end: Int? {
    limit.map { limit in
      let (end, overflow) = limit.addingReportingOverflow(offset)
      return overflow ? .max : end
    }
  }

  /// The tests that make an asset a member of an album that is computed.
  package var membership: Predicate {
    album.flatMap(CollectionSubtype.init(rawValue:))?.membership ?? .always
  }

  /// Whether the album is the one of what is hidden, which is none without it.
  package var isOfHidden: Bool { album == CollectionSubtype.smartAlbumAllHidden.rawValue }
}
