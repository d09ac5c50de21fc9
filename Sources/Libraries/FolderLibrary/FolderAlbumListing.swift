/// A listing of the albums that a rule names, all counted in one pass over the folder.
struct FolderAlbumListing {
  let request: AlbumRequest

  private enum Membership {
    /// The file is in one of the folders with these paths from the root.
    case folders([OwnedBytes])
    case tests(AssetPredicate)
  }

  /// Returns the requested albums; throws ``LibraryProblem`` for a name of no album or of several.
  func albums(of library: FolderLibrary) throws -> [AlbumAsset] {
    let folders = FolderAlbums(of: library, includesHidden: request.includesHidden)
    var facts: [AlbumFacts] = []
    var rules: [Membership] = []
    for name in request.names {
      switch CollectionSubtype(rawValue: name) {
      case nil:
        let album = try folders.album(named: name)
        facts.append(Self.facts(of: album, in: library.path))
        rules.append(.folders(album.paths))
      case .albumRegular:
        facts += folders.albums.map { Self.facts(of: $0, in: library.path) }
        rules += folders.albums.map { .folders($0.paths) }
      case .albumCloudShared, .albumImported: break
      case .some(let subtype):
        facts.append(AlbumFacts(computed: subtype, in: library.path))
        rules.append(.tests(subtype.membership))
      }
    }
    var selection = FolderSelection()
    selection.includesHidden = request.includesHidden
    selection.includesBurstFrames = request.includesBurstFrames
    selection.includesEverything = request.includesEverything
    selection.arrangement = folders.arrangement
    let contents = Self.contents(library, selection, rules)
    return facts.enumerated().map { AlbumAsset($1, in: contents, at: $0) }
  }

  private static func contents(
    _ library: FolderLibrary, _ selection: FolderSelection, _ albums: [Membership]
  ) -> CountedAlbums {
    var folders: [[UInt8]: [Int]] = [:]
    var tests: [(place: Int, program: PredicateProgram)] = []
    var facets: FacetSet = []
    for (place, album) in albums.enumerated() {
      switch album {
      case .folders(let paths):
        for path in paths { folders[Array(path.bytes), default: []].append(place) }
      case .tests(let predicate):
        tests.append((place, PredicateProgram(predicate)))
        facets.formUnion(predicate.fields.facets)
      }
    }
    let (byFolder, byTest) = (folders, tests)
    return CountedAlbums(count: albums.count, reading: facets) { counting in
      var selection = selection
      let (accepted, rest) = counting.query.predicate.split { $0.facet == .entry }
      selection.predicate = accepted
      let reader = FolderReader(library, selection, in: counting.context)
      return Answer(reader: reader, residual: rest)
    } places: { asset in
      var places = byTest.filter { $0.program.matches(asset) }.map(\.place)
      guard !byFolder.isEmpty, let file = asset as? FileAsset else { return places }
      for folder in file.folderPaths {
        for place in byFolder[Array(folder.bytes)] ?? [] where !places.contains(place) {
          places.append(place)
        }
      }
      return places
    }
  }

  private static func facts(of album: FolderAlbum, in library: OwnedBytes) -> AlbumFacts {
    AlbumFacts(
      library: library, localIdentifier: album.identifier, subtype: .albumRegular,
      title: album.title.isEmpty ? nil : album.title, caption: album.caption,
      folderPath: album.folderPath)
  }
}
