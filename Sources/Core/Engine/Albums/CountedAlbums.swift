/// The assets of several albums, all of which are found in one pass over the library.
package final class CountedAlbums: AlbumContents {
  private let count: Int
  private let facets: FacetSet
  private let open: (AlbumCounter) throws -> Answer
  private let places: (Asset) -> [Int]
  private var found: [AlbumMembers]?

  /// - Parameters:
  ///   - facets: The facets that `places` reads of an asset.
  ///   - open: Opens the library's assets for reading.
  ///   - places: Returns the indexes of the albums that contain an asset.
  package init(
    count: Int, reading facets: FacetSet, open: @escaping (AlbumCounter) throws -> Answer,
    places: @escaping (Asset) -> [Int]
  ) {
    self.count = count
    self.facets = facets
    self.open = open
    self.places = places
  }

  package func members(of place: Int, counting: AlbumCounter) throws -> AlbumMembers {
    if let found { return found[place] }
    let found = try counting.members(
      ofAlbums: count, from: open(counting), reading: facets, albums: places)
    self.found = found
    return found[place]
  }
}

/// The assets of a library's albums; used only by the thread that counts them.
package protocol AlbumContents: AnyObject {
  /// Returns count and cover of the album at the index `place` in the library's list.
  func members(of place: Int, counting: AlbumCounter) throws -> AlbumMembers
}

/// The number of an album's assets, and the first of them, which represents the album.
package struct AlbumMembers {
  /// The number of the album's assets that pass the rule's tests.
  package let count: Int
  /// The first of the album's assets that pass the rule's tests; nil if none exists.
  package let cover: Asset?

  package init(count: Int, cover: Asset?) {
    self.count = count
    self.cover = cover
  }
}
