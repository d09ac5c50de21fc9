internal import Platform
internal import Synchronization

/// A library that stays open for repeated fetches; safe from any thread.
///
/// ```swift
/// let library = FetchLibrary(path: "/Users/me/Pictures/Photos Library.photoslibrary", in: context)
/// let result = try library.fetchAssets(AssetFetch(album: "smartAlbumFavorites"))
/// print(try result.count)
/// ```
///
/// A repeated fetch returns the same result, with the rows that it has read, as long as the library
/// is unchanged. ``FetchBounds`` limits the memory.
public final class FetchLibrary: Sendable {
  /// The path as it was given.
  public let path: String
  /// The context that fetches run in.
  package let context: RunContext
  /// The number of threads that read the files of a folder.
  package let lanes: Int
  private let bounds: FetchBounds
  private let clock: CatalogueClock
  private let state: Lock<State>

  private struct State: Sendable {
    var results: RecentlyUsed<AssetFetch, FetchResult>
    var caches: RecentlyUsed<[StageCall], AlbumCache>
    var fetcher: (any LibraryFetcher)?
    var number = 0
  }

  /// - Parameters:
  ///   - path: The path of a library, or a text that a kind of library knows, such as `shotwell:`.
  ///     The first fetch opens it.
  ///   - lanes: The number of threads that read the files of a folder.
  public convenience init(
    path: String, in context: RunContext, lanes: Int = 1, bounds: FetchBounds = FetchBounds()
  ) {
    self.init(path: path, in: context, lanes: lanes, bounds: bounds, clock: .system)
  }

  package init(
    path: String, in context: RunContext, lanes: Int, bounds: FetchBounds, clock: CatalogueClock
  ) {
    self.path = path
    self.context = context
    self.lanes = max(1, lanes)
    self.clock = clock
    self.bounds = bounds
    state = Lock(
      State(
        results: RecentlyUsed(capacity: bounds.results),
        caches: RecentlyUsed(capacity: bounds.results)))
  }

  /// Opens the library, so that its problems are found before the first fetch.
  ///
  /// - Returns: Warnings that the user should read before relying on the assets.
  /// - Throws: ``LibraryProblem`` when the library does not exist or can't be read.
  public func open() throws -> [String] {
    try state.withLock { state in try fetcher(&state).open() }
  }

  /// Returns the assets that a fetch finds.
  ///
  /// - Throws: ``LibraryProblem`` when the library can't be read, or has no such album.
  public func fetchAssets(_ fetch: AssetFetch) throws -> FetchResult {
    try state.withLock { state in
      if let known = state.results.value(of: fetch), known.isCurrent { return known }
      var attempts = 0
      while true {
        state.number += 1
        attempts += 1
        do {
          let result = FetchResult(try source(of: fetch, &state), state: state.number)
          state.results.insert(result, for: fetch)
          return result
        } catch FetchProblem.changed where attempts < Self.mostAttempts {}
      }
    }
  }

  /// Returns the valid result of an earlier fetch with the same order and fewer tests, which holds
  /// all assets of `fetch`; the one with the fewest assets, nil if none is in memory.
  package func result(widerThan fetch: AssetFetch) -> FetchResult? {
    state.withLock { state in
      let wider = state.results.values { $0.isWider(than: fetch) }.filter(\.isCurrent)
      return wider.min { ($0.knownCount ?? .max) < ($1.knownCount ?? .max) }
    }
  }

  private static let mostAttempts = 8

  private func source(of fetch: AssetFetch, _ state: inout State) throws -> any FetchSource {
    let fetcher = try fetcher(&state)
    // Results of another state are no longer valid.
    if !fetcher.isCurrent { state.results.removeAll() }
    return try fetcher.source(of: fetch, number: state.number)
  }

  private func fetcher(_ state: inout State) throws -> any LibraryFetcher {
    if let known = state.fetcher { return known }
    guard let place = try context.places(named: [path]).first else {
      throw LibraryProblem.notNamed("no library is named")
    }
    let settings = FetchSettings(
      place: place, context: context, lanes: lanes, bounds: bounds, clock: clock)
    let kind = try context.libraryKinds.kind(of: place)
    let made = kind.abilities.fetcher?(settings) ?? ListedFetcher(settings)
    state.fetcher = made
    return made
  }

  /// Returns a function that checks whether the library is unchanged since this call.
  package func watch() throws -> () -> Bool {
    let opened = try state.withLock { state in try fetcher(&state) }
    return try opened.watch()
  }

  /// Returns the counted albums of a pipeline with these calls; nil if none are cached.
  package func cache(of calls: [StageCall]) -> AlbumCache? {
    state.withLock { $0.caches.value(of: calls) }
  }

  /// Caches the counted albums of a pipeline with these calls.
  package func keep(_ cache: AlbumCache, of calls: [StageCall]) {
    state.withLock { $0.caches.insert(cache, for: calls) }
  }

  /// Drops all results, for example after a file was written in place.
  package func forget() {
    state.withLock { state in
      state.results.removeAll()
      state.caches.removeAll()
    }
  }

  func nextNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  /// The number of rows of assets in memory; for tests of the limit.
  package var heldRows: Int { state.withLock { $0.fetcher?.heldRows ?? 0 } }
}
