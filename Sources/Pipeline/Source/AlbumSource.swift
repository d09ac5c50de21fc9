/// The albums of libraries.
struct AlbumSource: LibrariesSource {
  let input: InputBehaviour
  /// Subtypes, identifiers or titles, in the order of the rule.
  let names: [String]
  /// The assets that are counted.
  let fetch: AssetFetch

  private func request(in context: RunContext) -> AlbumRequest {
    AlbumRequest(
      names: names, includesHidden: fetch.includesHidden,
      includesBurstFrames: fetch.includesBurstFrames,
      includesEverything: context.includesEverything(fetch))
  }

  func pushdown(
    _ predicate: AssetPredicate, in context: RunContext
  ) -> (accepted: AssetPredicate, rest: AssetPredicate) {
    pushdown(predicate, to: places(in: context), in: context)
  }

  func open(_ query: Query, in context: RunContext) throws -> Answer {
    let request = request(in: context)
    var notes: [String] = []
    var readers: [any AssetReader] = []
    for place in try permittedPlaces(in: context) {
      let library = try context.library(place)
      notes += library.notes
      let albums = try LibraryReader.albums(request, of: library, at: place, in: context)
      readers.append(AlbumReader(albums, in: context))
    }
    return Answer(reader: ChainedReader(readers), residual: .always, notes: notes)
  }

  func statements(
    _ query: Query, of library: any OpenedLibrary, in context: RunContext
  ) throws -> [String] {
    try library.kind.abilities.albums.statements?(library, request(in: context), query) ?? []
  }
}

private final class AlbumReader: AssetReader {
  private var albums: ArraySlice<AlbumAsset>

  private static let batchSize = 256

  init(_ albums: [AlbumAsset], in context: RunContext) {
    self.albums = albums[...]
    if context.progress.wantsTotal {
      context.progress.expect(items: context.progress.snapshot.totalItems + albums.count)
    }
  }

  var isAtEnd: Bool { albums.isEmpty }

  func next() -> PendingBatch? {
    guard !albums.isEmpty else { return nil }
    let batch = Array(albums.prefix(Self.batchSize))
    albums = albums.dropFirst(Self.batchSize)
    return PendingBatch { batch }
  }
}
