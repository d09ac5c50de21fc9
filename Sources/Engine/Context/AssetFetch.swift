/// What is fetched of a library, as PHFetchOptions and a collection say it.
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
  var end: Int? {
    limit.map { limit in
      let (end, overflow) = limit.addingReportingOverflow(offset)
      return overflow ? .max : end
    }
  }

  /// The tests that make an asset a member of an album that is computed.
  var membership: Predicate {
    album.flatMap(CollectionSubtype.init(rawValue:))?.membership ?? .always
  }

  /// What a folder is asked for; tests that need more than a directory entry are left to the caller.
  ///
  /// - Throws: ``LibraryProblem`` when there is no such album, or several.
  func selection(of library: FolderLibrary, named path: String) throws -> FolderSelection {
    var selection = FolderSelection()
    selection.includesHidden = includesHidden
    selection.includesBurstFrames = includesBurstFrames
    if let album, CollectionSubtype(rawValue: album) == nil {
      let albums = FolderAlbums(of: library, includesHidden: includesHidden)
      selection.albums = try albums.album(named: album, library: path).paths.map {
        Array($0.bytes)
      }
      selection.takeout = albums.takeout
    } else if album == CollectionSubtype.albumRegular.rawValue {
      selection.excludesRoot = true
    }
    return selection
  }

  /// What a Photos library is asked for; its SQL answers what it can of the tests.
  ///
  /// - Throws: ``LibraryProblem`` when there is no such album, or several.
  func selection(of photos: PhotosLibrary, named path: String) throws -> PhotosSelection {
    var selection = PhotosSelection()
    selection.includesHidden = includesHidden
    selection.includesBurstFrames = includesBurstFrames
    selection.predicate = .conjunction([membership, predicate])
    selection.order = PhotosDateOrder(order)
    guard let album else { return selection }
    switch CollectionSubtype(rawValue: album) {
    case nil:
      selection.album = try PhotosAlbumName(album).find(in: photos.albumTree(), library: path)
    case .smartAlbumRecentlyAdded: selection.album = .recentlyAdded
    case .smartAlbumAllHidden: selection.includesHidden = true
    case .albumRegular, .albumCloudShared, .albumImported:
      selection.album = CollectionSubtype(rawValue: album).map(PhotosAlbumChoice.kind)
    default: break
    }
    return selection
  }
}
