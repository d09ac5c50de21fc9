/// The albums of a library that lists albums and assets, but does not count them.
struct ListedAlbums {
  private let library: any OpenedLibrary
  private let place: LibraryPlace
  private let path: OwnedBytes

  init(_ library: any OpenedLibrary, at place: LibraryPlace) {
    self.library = library
    self.place = place
    path = place.identity
  }

  /// The albums of each asset: those that list it, and those whose tests it passes.
  private struct Memberships: Sendable {
    private var listed: [String: [Int]] = [:]
    private var tests: [(place: Int, program: PredicateProgram)] = []

    mutating func add(_ members: [String], at place: Int) {
      for member in members where listed[member]?.last != place {
        listed[member, default: []].append(place)
      }
    }

    mutating func add(_ program: PredicateProgram, at place: Int) {
      tests.append((place, program))
    }

    /// Returns the indexes of the albums that contain an asset, ascending.
    func places(of asset: Asset) -> [Int] {
      let passed = tests.filter { $0.program.matches(asset) }.map(\.place)
      return ((listed[asset.string(of: .localIdentifier)] ?? []) + passed).sorted()
    }
  }

  /// Returns the albums that a rule lists; throws ``LibraryProblem`` for a missing or unclear name.
  func albums(_ request: AlbumRequest, for run: RunContext) throws -> [AlbumAsset] {
    var facts: [AlbumFacts] = []
    var memberships = Memberships()
    var facets: FacetSet = []
    for name in request.names {
      switch CollectionSubtype(rawValue: name) {
      case nil, .albumRegular:
        let albums = name == "albumRegular" ? library.albums : [try album(named: name)]
        for album in albums {
          memberships.add(album.members, at: facts.count)
          facts.append(AlbumFacts(album, of: path))
        }
      case .albumCloudShared, .albumImported: break
      case .some(let subtype):
        memberships.add(PredicateProgram(subtype.membership), at: facts.count)
        facts.append(AlbumFacts(computed: subtype, in: path))
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
      let places = members.places(of: asset)
      let isShown = includesHidden || ofHidden.isEmpty || !asset.isSet(.isHidden)
      return isShown ? places : places.filter(ofHidden.contains)
    }
    return facts.enumerated().map { AlbumAsset($1, in: contents, at: $0) }
  }

  /// Returns the album with that identifier, else the only one with that title or path of titles.
  ///
  /// - Throws: ``LibraryProblem`` if no album or several albums have the name.
  func album(named name: String) throws(LibraryProblem) -> Album {
    try library.albums.album(named: name, of: place.name)
  }
}

/// An album, or a folder of albums, that a rule can name.
package protocol NamedAlbum {
  var identifier: String { get }
  var title: String { get }
  /// The titles of the folders that contain it, outermost first.
  var folderPath: [String] { get }
}

extension NamedAlbum {
  /// The path of folders and title, as a user writes it: `Travel/Italy`.
  package var pathTitle: String { (folderPath + [title]).joined(separator: "/") }
}

extension Album: NamedAlbum {}

extension Array where Element: NamedAlbum {
  /// Returns the only one with that title, else the only one with that path of titles, or nil.
  ///
  /// - Throws: ``LibraryProblem`` if several have the name.
  package func titled(_ name: String, in library: String) throws(LibraryProblem) -> Element? {
    let titled = filter { $0.title == name }
    let found = titled.isEmpty ? filter { $0.pathTitle == name } : titled
    if found.count < 2 { return found.first }
    let candidates = found.map { "\"\($0.identifier)\" (\($0.pathTitle))" }
    throw .noAlbum(
      "\"\(library)\" has several albums \"\(name)\"; name one by its identifier: "
        + candidates.joined(separator: ", "))
  }
}

extension [Album] {
  /// Returns the album with that identifier, else the only one with that title or path of titles.
  ///
  /// - Throws: ``LibraryProblem`` if no album or several albums have the name.
  package func album(named name: String, of library: String) throws(LibraryProblem) -> Album {
    if let known = first(where: { $0.identifier == name }) { return known }
    if let titled = try titled(name, in: library) { return titled }
    throw .missing(album: name, of: library, among: map(\.title))
  }
}

extension Asset {
  fileprivate func isSet(_ field: Field) -> Bool {
    if case .flag(true) = value(of: field) { return true }
    return false
  }
}

/// A reader that leaves out assets of another one, such as those that the rule must not see.
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
