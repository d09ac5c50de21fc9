internal import Pipeline
internal import Sessions

/// The libraries whose albums complete a command line.
struct AlbumCompletion {
  private let names: [String]
  private let time: Duration
  private let tool: Tool

  /// Finds the libraries `named` on the command line, or without any those that the tool chooses.
  /// `time` is the time for reading each; albums that are read later are left out.
  init(named: [String], within time: Duration, in tool: Tool) {
    self.tool = tool
    self.time = time
    names =
      named.isEmpty
      ? (try? LibraryChoice.unnamed(try tool.configuration()).names) ?? []
      : named.map(ToolCompletionVocabulary.expanded)
  }

  /// The user's albums, by names that `source { album = … }` accepts, then the smart albums. No
  /// asset is read and no permission requested: a library that needs one has no albums here.
  var albums: [Candidate] {
    let own = names.flatMap { (try? albums(of: $0)) ?? [] }
    let smart = CollectionSubtype.allCases.map { subtype in
      Candidate(subtype.rawValue, subtype.title ?? "")
    }
    return own + smart
  }

  private func albums(of name: String) throws -> [Candidate] {
    try tool.authority.check(named: name, in: tool.libraryKinds)
    let context = tool.context(named: "complete", on: [name])
    let request = AlbumRequest(
      names: [CollectionSubtype.albumRegular, .albumCloudShared].map(\.rawValue),
      includesHidden: false, includesBurstFrames: false)
    let found = try context.places(named: [name]).flatMap { place -> [Album] in
      if let quickAlbums = try context.libraryKinds.kind(of: place).abilities.albums.quickList {
        return quickAlbums(place, time)
      }
      return try LibraryReader.albums(
        request, of: context.library(place), at: place, in: context
      ).map(Album.init)
    }
    return Self.candidates(found)
  }

  /// Returns each album by its title, else by its folders and title, else by its identifier, the
  /// first that is unique.
  private static func candidates(_ albums: [Album]) -> [Candidate] {
    var count: [String: Int] = [:]
    for name in albums.flatMap({ Set([$0.title, $0.pathTitle, $0.identifier]) }) {
      count[name, default: 0] += 1
    }
    return albums.map { album in
      let path = album.pathTitle
      let names = [album.title, path].filter { name in
        count[name] == 1 && !name.isEmpty && !name.hasPrefix("smartAlbum")
          && CollectionSubtype(rawValue: name) == nil
      }
      let name = names.first ?? album.identifier
      return Candidate(name, name == path || path.isEmpty ? "album" : path)
    }
  }
}

extension Album {
  /// Creates an album from its own facts, without reading its assets.
  fileprivate init(_ album: AlbumAsset) {
    let folders: [String] =
      if case .texts(let texts) = album.sourceValue(of: .folderPath) { texts } else { [] }
    self.init(
      identifier: album.string(of: .localIdentifier), title: album.string(of: .title),
      folderPath: folders, members: [])
  }
}
