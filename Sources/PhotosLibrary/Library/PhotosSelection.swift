internal import SQLite

/// Which assets of a library a source gives, and in which order.
struct PhotosSelection: Sendable {
  /// Which of the library's albums; nil for all assets.
  var album: PhotosAlbumChoice?
  var includesHidden = false
  var includesBurstFrames = false
  /// An order that the library gives instead of its own.
  var order: PhotosDateOrder?
  /// Tests of which the library's SQL answers what it can.
  var predicate = Predicate.always

  /// The same, narrowed by what a rule asks.
  func asking(_ query: Query) -> PhotosSelection {
    var selection = self
    selection.predicate = .conjunction([predicate, query.predicate])
    selection.order = PhotosDateOrder(query.order)
    return selection
  }

  /// What makes an asset one at all: it was not deleted, and was chosen where only such exist.
  func existence(_ schema: PhotosSchema) -> [SQLText] {
    var conditions: [SQLText] = []
    if let choice = schema.choice { conditions.append(choice) }
    if schema.assets.has("ZTRASHEDSTATE") { conditions.append(SQLText("+a.ZTRASHEDSTATE = 0")) }
    return conditions
  }

  /// The conditions as SQL over the table `a`, all of which have to hold.
  ///
  /// The plus signs keep SQLite from choosing an index for them: every asset that counts passes.
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
  /// What a Photos library is asked for; its SQL answers what it can of the tests, among which are
  /// those of an album that is computed.
  ///
  /// - Throws: ``LibraryProblem`` when there is no such album, or several.
  func selection(of photos: PhotosLibrary) throws -> PhotosSelection {
    var selection = PhotosSelection()
    selection.includesHidden = includesHidden
    selection.includesBurstFrames = includesBurstFrames
    selection.predicate = predicate
    selection.order = PhotosDateOrder(order)
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
