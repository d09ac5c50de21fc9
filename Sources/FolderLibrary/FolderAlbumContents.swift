/// The assets of a folder library's albums: all of them are found in one pass over the folder.
final class FolderAlbumContents: AlbumContents {
  /// What makes a file a member of an album.
  enum Membership {
    /// It lies in one of the folders with those paths from the root.
    case folders([OwnedBytes])
    case tests(Predicate)
  }

  private let library: FolderLibrary
  private let selection: FolderSelection
  private let folders: [[UInt8]: [Int]]
  private let tests: [(place: Int, program: PredicateProgram)]
  private let count: Int
  /// What tells the albums of a file.
  private let facets: FacetSet
  private var found: [AlbumMembers]?

  init(_ library: FolderLibrary, _ selection: FolderSelection, _ albums: [Membership]) {
    self.library = library
    self.selection = selection
    count = albums.count
    var folders: [[UInt8]: [Int]] = [:]
    var tests: [(place: Int, program: PredicateProgram)] = []
    for (place, album) in albums.enumerated() {
      switch album {
      case .folders(let paths):
        for path in paths { folders[Array(path.bytes), default: []].append(place) }
      case .tests(let predicate): tests.append((place, PredicateProgram(predicate)))
      }
    }
    (self.folders, self.tests) = (folders, tests)
    facets = albums.reduce(into: []) { facets, album in
      if case .tests(let predicate) = album { facets.formUnion(predicate.fields.facets) }
    }
  }

  func members(of place: Int, counting: AlbumCounting) throws -> AlbumMembers {
    if let found { return found[place] }
    var selection = selection
    let (accepted, rest) = counting.query.predicate.split { $0.facet == .entry }
    selection.predicate = accepted
    let reader = FolderReader(library, selection, in: counting.context)
    let found = try counting.members(
      ofAlbums: count, from: OpenSource(reader: reader, residual: rest), reading: facets,
      albums: places)
    self.found = found
    return found[place]
  }

  /// The albums that an asset is in.
  private func places(of asset: Asset) -> [Int] {
    var places = tests.filter { $0.program.matches(asset) }.map(\.place)
    guard !folders.isEmpty else { return places }
    for folder in asset.folderPaths {
      for place in folders[Array(folder.bytes)] ?? [] where !places.contains(place) {
        places.append(place)
      }
    }
    return places
  }
}
