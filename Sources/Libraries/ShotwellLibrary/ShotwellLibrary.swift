internal import Media
internal import Platform
internal import Synchronization

/// The library of Shotwell, GNOME's photo manager, opened for reading. Each fetch opens the
/// database and closes it before it returns the first asset.
package final class ShotwellLibrary: Library {
  package static let kind: LibraryKind = {
    var kind = LibraryKind(
      name: "shotwell", summary: "a library of Shotwell; shotwell: is the user's own",
      answers: ShotwellPredicate.answers,
      locates: { $0 == ShotwellPlace.ownName ? ShotwellPlace.ownDatabase() : nil },
      words: [ShotwellPlace.ownName],
      recognises: { ShotwellPlace($0.path) != nil })
    kind.abilities.databases = { ShotwellPlace($0.path).map { [$0.database] } ?? [] }
    kind.abilities.albums.quickList = { place, _ in
      guard let found = ShotwellPlace(place.path) else { return [] }
      let albums = try? ShotwellDatabase(path: found.database).read {
        try $0.albums(in: LocalTimeZone(), withMembers: false)
      }
      return albums ?? []
    }
    return kind
  }()

  package let notes: [String]
  private let isWhole: Bool
  private let knownAlbums = Lock<[Album]?>(nil)
  private let database: ShotwellDatabase
  private let cancellation: Cancellation
  let files: ShotwellFiles

  /// - Throws: ``LibraryProblem`` if it can't be read or is no library of Shotwell.
  package init(opening place: LibraryPlace, for run: RunContext) throws {
    guard let found = ShotwellPlace(place.path) else {
      throw LibraryProblem.notFound("library \"\(place.name)\": there is no photo.db")
    }
    guard let resolved = realpath(found.database, nil) else {
      throw LibraryProblem(place.name, FileProblem(error: errno))
    }
    defer { free(resolved) }
    database = ShotwellDatabase(path: String(cString: resolved))
    cancellation = run.cancellation
    files = ShotwellFiles(thumbnails: found.thumbnails, originals: run.files(of: place))
    isWhole = place.chosen == nil
    notes = try database.read(cancellation: cancellation) { $0.schema.notes }
  }

  package var albums: [Album] { (try? readAlbums()) ?? [] }

  /// Reads the albums, for the first that asks.
  private func readAlbums() throws -> [Album] {
    try knownAlbums.withLock { known in
      if let known { return known }
      let read = try database.read(cancellation: cancellation) {
        try $0.albums(in: LocalTimeZone())
      }
      known = read
      return read
    }
  }

  package func assets(matching fetch: AssetFetch, for run: RunContext) throws -> Answer {
    var (selection, rest) = ShotwellSelection.of(fetch)
    let isOrdered = ShotwellSelection.Order(fetch.order) != nil
    if isWhole, rest == .always, fetch.album == nil, isOrdered || fetch.order.isEmpty {
      selection.limit = fetch.end
    }
    // The engine looks the members up.
    if fetch.album != nil { _ = try readAlbums() }
    let assets = try database.read(cancellation: cancellation) { [selection] state in
      try state.assets(selection, files)
    }
    return Answer(assets, leaving: rest, isOrdered: isOrdered)
  }

  package func statements(for fetch: AssetFetch) -> [String] {
    do {
      return try database.read(cancellation: cancellation) {
        [try $0.statement(ShotwellSelection.of(fetch).selection).statement.summary]
      }
    } catch {
      return ["none: \(error)"]
    }
  }
}

struct ShotwellAssets: Sequence, Sendable {
  let rows: ShotwellRows
  let tags: ShotwellTags
  let files: ShotwellFiles

  var underestimatedCount: Int { rows.count }

  func makeIterator() -> some IteratorProtocol<Asset> {
    rows.lazy.map { ShotwellAsset($0, keywords: tags.keywords(of: $0.identifier), files) as Asset }
      .makeIterator()
  }
}
