internal import Files

/// The assets of a library that a source returns, and their order.
struct PhotosSelection: Sendable {
  var album: PhotosAlbumChoice?
  var includesHidden = false
  var includesBurstFrames = false
  /// An order to use instead of the library's own; nil for that.
  var order: PhotosDateOrder?
  /// The tests, which the library's SQL answers as far as it can.
  var predicate = AssetPredicate.always
  /// The library's albums, by whose paths SQL finds assets; nil if no test is about these.
  var albums: [PhotosAlbum]?

  func asking(_ query: Query) -> PhotosSelection {
    var selection = self
    selection.predicate = .conjunction([predicate, query.predicate])
    selection.order = PhotosDateOrder(query.order)
    return selection
  }

  /// Returns the tests that the library's SQL does not answer completely.
  func rest(_ schema: PhotosSchema) -> AssetPredicate {
    PhotosPredicate(schema).translate(predicate).rest
  }

  /// True if the assets of both are those that SQL finds by tests among the same ones.
  func isCounted(with other: PhotosSelection, by schema: PhotosSchema) -> Bool {
    [self, other].allSatisfy { $0.isOfAll && $0.rest(schema) == .always }
      && includesHidden == other.includesHidden && includesBurstFrames == other.includesBurstFrames
  }

  private var isOfAll: Bool {
    switch album {
    case nil, .recentlyAdded: true
    case .one, .several, .kind: false
    }
  }

  /// Returns the conditions of assets to show: not deleted, and chosen if assets were chosen.
  func existence(_ schema: PhotosSchema) -> [SQLText] {
    var conditions: [SQLText] = []
    if let choice = schema.choice { conditions.append(choice) }
    if schema.assets.has("ZTRASHEDSTATE") { conditions.append(SQLText("+a.ZTRASHEDSTATE = 0")) }
    return conditions
  }

  /// Returns the conditions over the table `a`, all of which must hold. The plus signs keep SQLite
  /// from using an index for them, as almost every asset passes.
  func conditions(_ schema: PhotosSchema) -> [SQLText] {
    var conditions: [SQLText] = []
    conditions += existence(schema)
    if schema.assets.has("ZHIDDEN"), !includesHidden {
      conditions.append(SQLText("+a.ZHIDDEN = 0"))
    }
    if schema.assets.has("ZVISIBILITYSTATE") {
      var visible = "+a.ZVISIBILITYSTATE = 0"
      if includesBurstFrames, schema.assets.has("ZAVALANCHEUUID"),
        schema.assets.has("ZAVALANCHEPICKTYPE")
      {
        visible += " OR (a.ZAVALANCHEUUID IS NOT NULL AND a.ZAVALANCHEPICKTYPE & 2)"
      }
      if let album, album.includesShared { visible += " OR \(schema.isShared)" }
      conditions.append(SQLText("(\(visible))"))
    }
    return conditions
  }
}

extension AssetFetch {
  /// Returns the assets that this fetch needs; SQL answers as many tests as it can, those of
  /// computed albums included. Throws ``LibraryProblem`` if there is no such album, or several.
  func selection(of photos: PhotosLibrary) throws -> PhotosSelection {
    var selection = PhotosSelection()
    selection.includesHidden = includesHidden
    selection.includesBurstFrames = includesBurstFrames
    selection.predicate = predicate
    selection.order = PhotosDateOrder(order)
    if predicate.fields.contains(.albumPaths) { selection.albums = try photos.albumTree().albums }
    guard let album else { return selection }
    switch CollectionSubtype(rawValue: album) {
    case nil:
      selection.album = try PhotosAlbumName(album).find(
        in: photos.albumTree(), library: photos.name)
    case .smartAlbumRecentlyAdded: selection.album = .recentlyAdded
    case .smartAlbumAllHidden: selection.includesHidden = true
    case .albumRegular, .albumCloudShared, .albumImported:
      selection.album = CollectionSubtype(rawValue: album).map(PhotosAlbumChoice.kind)
    default: break
    }
    return selection
  }
}

enum PhotosAlbumChoice: Sendable {
  /// One album, in its order.
  case one(PhotosAlbum)
  /// The assets of any of some albums, such as those of a folder.
  case several([PhotosAlbum])
  /// The assets of any album of a kind, such as the user's own.
  case kind(CollectionSubtype)
  /// All assets, the last added first.
  case recentlyAdded

  var albums: [PhotosAlbum] {
    switch self {
    case .one(let album): [album]
    case .several(let albums): albums
    case .kind, .recentlyAdded: []
    }
  }

  /// True if shared assets are included, which Photos shows only in their albums.
  var includesShared: Bool {
    switch self {
    case .one(let album): album.subtype == .albumCloudShared
    case .several(let albums): albums.contains { $0.subtype == .albumCloudShared }
    case .kind(let subtype): subtype == .albumCloudShared
    case .recentlyAdded: false
    }
  }
}
