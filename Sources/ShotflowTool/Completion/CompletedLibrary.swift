internal import Console
internal import Pipeline
internal import Shells

/// The libraries at hand, as far as their albums may stand on a command line.
struct CompletedLibrary {
  private let names: [String]
  private let time: Duration
  private let tool: Tool

  /// - Parameters:
  ///   - named: the libraries that the command line names; without any, those that the tool chooses.
  ///   - time: how long each may be looked through; what comes later is left out.
  init(named: [String], within time: Duration, in tool: Tool) {
    self.tool = tool
    self.time = time
    names =
      named.isEmpty
      ? (try? LibraryChoice.unnamed(try tool.configuration()).names) ?? []
      : named.map(ToolVocabulary.expanded)
  }

  /// The user's albums by the names that `source { album = … }` takes, then the smart albums.
  ///
  /// No asset is looked at, and nothing is asked: a library that can't be read has no albums here.
  var albums: [Candidate] {
    let own = names.flatMap { (try? albums(of: $0)) ?? [] }
    let smart = CollectionSubtype.allCases.map { subtype in
      Candidate(subtype.rawValue, subtype.title ?? "")
    }
    return own + smart
  }

  private func albums(of name: String) throws -> [Candidate] {
    try tool.authority.check(named: name, in: tool.libraryKinds)
    let context = RunContext(
      components: tool.components, now: .current, ruleName: "complete", libraries: [name],
      ledgerPath: nil, input: InputOptions())
    let request = AlbumRequest(
      names: [CollectionSubtype.albumRegular, .albumCloudShared].map(\.rawValue),
      includesHidden: false, includesBurstFrames: false)
    let found = try context.places(named: [name]).flatMap { place -> [Album] in
      if let glance = try context.libraryKinds.type(of: place).kind.glance {
        return glance(place, time)
      }
      return try LibraryReading.albums(
        request, of: context.library(place), at: place, in: context
      ).map(Album.init)
    }
    return Self.candidates(found)
  }

  /// Each album by its title where that names no other, else by its folders and title, else by its
  /// identifier.
  private static func candidates(_ albums: [Album]) -> [Candidate] {
    var count: [String: Int] = [:]
    for name in albums.flatMap({ Set([$0.title, $0.path, $0.identifier]) }) {
      count[name, default: 0] += 1
    }
    return albums.map { album in
      let names = [album.title, album.path].filter { name in
        count[name] == 1 && !name.isEmpty && !name.hasPrefix("smartAlbum")
          && CollectionSubtype(rawValue: name) == nil
      }
      let name = names.first ?? album.identifier
      return Candidate(name, name == album.path || album.path.isEmpty ? "album" : album.path)
    }
  }
}

extension Album {
  /// The facts of an album itself; its assets are not looked at.
  fileprivate init(_ album: AlbumAsset) {
    let folders: [String] =
      if case .texts(let texts) = album.sourceValue(of: .folderPath) { texts } else { [] }
    self.init(
      identifier: album.string(of: .localIdentifier), title: album.string(of: .title),
      folderPath: folders, members: [])
  }

  /// The titles of its folders and its own.
  fileprivate var path: String { (folderPath + [title]).joined(separator: "/") }
}
