/// The albums of a library that lists albums and assets, but does not count them.
struct ListedAlbums {
  private let library: any Library
  private let place: LibraryPlace
  private let path: OwnedBytes

  init(_ library: any Library, at place: LibraryPlace) {
    self.library = library
    self.place = place
    path = place.identity
  }

  private enum Membership {
    case identifiers(Set<String>)
    case tests(PredicateProgram)
  }

  /// - Throws: ``LibraryProblem`` when there is no such album, or several.
  func albums(_ request: AlbumRequest, for run: RunContext) throws -> [AlbumAsset] {
    var facts: [AlbumFacts] = []
    var memberships: [Membership] = []
    var facets: FacetSet = []
    for name in request.names {
      switch CollectionSubtype(rawValue: name) {
      case nil, .albumRegular:
        let albums = name == "albumRegular" ? library.albums : [try album(named: name)]
        facts += albums.map(self.facts)
        memberships += albums.map { .identifiers(Set($0.members)) }
      case .albumCloudShared, .albumImported: break
      case .some(let subtype):
        facts.append(AlbumFacts(computed: subtype, in: path))
        memberships.append(.tests(PredicateProgram(subtype.membership)))
        facets.formUnion(subtype.membership.fields.facets)
      }
    }
    let members = memberships
    // Hidden assets are only in their own album, unless hidden ones are requested.
    let hidden = CollectionSubtype.smartAlbumAllHidden
    let ofHidden = facts.indices.filter { facts[$0].subtype == hidden }
    let includesHidden = request.includesHidden
    let contents = CountedAlbums(count: facts.count, reading: facets) { [library, place] counting in
      var fetch = AssetFetch(predicate: counting.query.predicate)
      fetch.includesHidden = includesHidden || !ofHidden.isEmpty
      fetch.includesBurstFrames = request.includesBurstFrames
      let answer = try library.assets(matching: fetch, for: counting.context)
      return Answer(
        reader: ChosenReader.reading(answer.reader, of: place), residual: answer.residual,
        notes: answer.notes)
    } places: { asset in
      let identifier = asset.string(of: .localIdentifier)
      let isShown = includesHidden || ofHidden.isEmpty || !asset.isSet(.isHidden)
      return (isShown ? Array(members.indices) : ofHidden).filter { place in
        switch members[place] {
        case .identifiers(let identifiers): identifiers.contains(identifier)
        case .tests(let program): program.matches(asset)
        }
      }
    }
    return facts.enumerated().map { AlbumAsset($1, in: contents, at: $0) }
  }

  private func facts(_ album: Album) -> AlbumFacts {
    AlbumFacts(
      library: path, localIdentifier: OwnedBytes(Array(album.identifier.utf8)),
      subtype: .albumRegular, title: album.title.isEmpty ? nil : album.title,
      caption: album.caption, folderPath: album.folderPath)
  }

  /// Returns the album with that identifier, else the only one with that title or path of titles.
  ///
  /// - Throws: ``LibraryProblem`` when there is none, or several have the name.
  func album(named name: String) throws(LibraryProblem) -> Album {
    let albums = library.albums
    if let known = albums.first(where: { $0.identifier == name }) { return known }
    let titled = albums.filter {
      $0.title == name || ($0.folderPath + [$0.title]).joined(separator: "/") == name
    }
    if titled.count == 1 { return titled[0] }
    if titled.isEmpty {
      throw .missing(album: name, of: place.name, among: albums.map(\.title))
    }
    let candidates = titled.map { "\"\($0.identifier)\"" }.joined(separator: ", ")
    throw .noAlbum(
      "\"\(place.name)\" has several albums \"\(name)\"; name one by its identifier: "
        + candidates)
  }
}

extension Asset {
  fileprivate func isSet(_ field: Field) -> Bool {
    if case .flag(true) = value(of: field) { return true }
    return false
  }
}

/// A reader without the assets that the rule must not see or that are in no album; not Sendable.
package final class ChosenReader: AssetReader {
  private let reader: any AssetReader
  private let isIncluded: @Sendable (Asset) -> Bool

  package init(_ reader: any AssetReader, where isIncluded: @escaping @Sendable (Asset) -> Bool) {
    self.reader = reader
    self.isIncluded = isIncluded
  }

  /// Returns a reader of the assets that the rule may see; the same reader if it may see all.
  static func reading(_ reader: any AssetReader, of place: LibraryPlace) -> any AssetReader {
    guard let chosen = place.chosen else { return reader }
    return ChosenReader(reader) { chosen.contains(Array($0.string(of: .localIdentifier).utf8)) }
  }

  package var isAtEnd: Bool { reader.isAtEnd }

  package func next() throws -> PendingBatch? {
    guard let pending = try reader.next() else { return nil }
    let isIncluded = isIncluded
    return PendingBatch { pending.unfold().filter { $0.failure != nil || isIncluded($0) } }
  }
}
