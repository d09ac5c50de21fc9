internal import Media
internal import Platform

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
      let albums = try? ShotwellDatabase(path: found.database).read(withMembers: false) {
        try $0.albums(in: LocalTimeZone())
      }
      return albums ?? []
    }
    return kind
  }()

  package let albums: [Album]
  package let notes: [String]
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
    (albums, notes) = try database.read(cancellation: cancellation) { state in
      (try state.albums(in: LocalTimeZone()), state.schema.notes)
    }
  }

  package func assets(matching fetch: AssetFetch, for run: RunContext) throws -> Answer {
    let (selection, rest) = ShotwellSelection.of(fetch)
    let assets = try database.read(cancellation: cancellation) { state in
      ShotwellAssets(rows: try state.rows(selection), tags: state.tags, files: files)
    }
    return Answer(
      assets, leaving: rest, isOrdered: ShotwellSelection.Order(fetch.order) != nil)
  }

  package func statements(for fetch: AssetFetch) -> [String] {
    do {
      return try database.read(cancellation: cancellation) {
        [$0.statement(ShotwellSelection.of(fetch).selection).summary]
      }
    } catch {
      return ["none: \(error)"]
    }
  }
}

struct ShotwellAssets: Sequence, Sendable {
  let rows: [ShotwellRow]
  let tags: ShotwellTags
  let files: ShotwellFiles

  var underestimatedCount: Int { rows.count }

  func makeIterator() -> some IteratorProtocol<Asset> {
    rows.lazy.map { ShotwellAsset($0, keywords: tags.keywords(of: $0.identifier), files) as Asset }
      .makeIterator()
  }
}
