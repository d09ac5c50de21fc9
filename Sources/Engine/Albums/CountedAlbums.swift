/// The assets of several albums, all of which are found in one pass over the library.
package final class CountedAlbums: AlbumContents {
  private let count: Int
  private let facets: FacetSet
  private let open: (AlbumCounting) throws -> Answer
  private let places: (Asset) -> [Int]
  private var found: [AlbumMembers]?

  /// - Parameters:
  ///   - facets: what `places` reads of an asset.
  ///   - open: reads the library's assets.
  ///   - places: of the albums that an asset is in.
  package init(
    count: Int, reading facets: FacetSet, open: @escaping (AlbumCounting) throws -> Answer,
    places: @escaping (Asset) -> [Int]
  ) {
    self.count = count
    self.facets = facets
    self.open = open
    self.places = places
  }

  package func members(of place: Int, counting: AlbumCounting) throws -> AlbumMembers {
    if let found { return found[place] }
    let found = try counting.members(
      ofAlbums: count, from: open(counting), reading: facets, albums: places)
    self.found = found
    return found[place]
  }
}
