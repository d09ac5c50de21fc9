/// A fetch from a library, with the properties of PHFetchOptions and a collection.
///
/// ```swift
/// var fetch = AssetFetch(album: "smartAlbumScreenshots")
/// fetch.order = [SortKey(.creationDate, isDescending: true)]
/// let result = try library.fetchAssets(fetch)
/// ```
public struct AssetFetch: Hashable, Sendable {
  /// The album's subtype, identifier or title; nil for all assets.
  public var album: String?
  /// The tests that the assets pass.
  public var predicate: AssetPredicate
  /// The order of the assets; empty for that of the album or, without one, of the library.
  public var order: [SortKey]
  /// The number of assets that are skipped first.
  public var offset = 0
  /// The maximal number of assets; nil for all.
  public var limit: Int?
  /// True to include hidden assets.
  public var includesHidden = false
  /// True to include all frames of bursts.
  public var includesBurstFrames = false
  /// True to include the files of a folder that are neither pictures nor movies.
  public var includesEverything = false

  public init(
    album: String? = nil, predicate: AssetPredicate = .always, order: [SortKey] = [],
    limit: Int? = nil
  ) {
    self.album = album
    self.predicate = predicate
    self.order = order
    self.limit = limit
  }

  /// The number of assets to read from the beginning, skipped ones included; nil for no limit.
  package var end: Int? {
    limit.map { limit in
      let (end, overflow) = limit.addingReportingOverflow(offset)
      return overflow ? .max : end
    }
  }

  /// True if both have the same assets and order but for further tests of `other`.
  package func isWider(than other: AssetFetch) -> Bool {
    var same = other
    same.predicate = predicate
    guard self == same, end == nil, offset == 0 else { return false }
    return Set(predicate.conjuncts).isStrictSubset(of: other.predicate.conjuncts)
  }

  /// The test that selects the members of a computed album; always true for any other fetch.
  package var membership: AssetPredicate {
    album.flatMap(CollectionSubtype.init(rawValue:))?.membership ?? .always
  }

  /// True if the album is that of the hidden assets, which is empty unless they are included.
  package var isOfHidden: Bool { album == CollectionSubtype.smartAlbumAllHidden.rawValue }
}

/// The limits of the memory that a library opened for fetching uses.
public struct FetchBounds: Hashable, Sendable {
  /// The number of rows of assets over all results; the most recently used ones are kept.
  public var rows: Int
  /// The number of results, and of lists of albums, that are kept for repeated equal fetches.
  public var results: Int

  public init(rows: Int = 4096, results: Int = 16) {
    self.rows = max(0, rows)
    self.results = max(0, results)
  }
}
