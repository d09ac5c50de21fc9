internal import Platform
internal import Synchronization

/// A library that was opened to be fetched from, again and again; safe from any thread.
///
/// ```swift
/// let library = FetchLibrary(path: "/Users/me/Pictures/Photos Library.photoslibrary", in: context)
/// let result = try library.fetchAssets(AssetFetch(album: "smartAlbumFavorites"))
/// print(try result.count)
/// ```
///
/// A repeated fetch gives the same result, with what it read, as long as the library is as it was.
/// ``FetchBounds`` bounds what is kept in memory.
public final class FetchLibrary: Sendable {
  /// As it was named.
  public let path: String
  package let context: RunContext
  package let lanes: Int
  private let bounds: FetchBounds
  private let clock: CatalogueClock
  private let state: Lock<State>

  private struct State: Sendable {
    var results: RecentlyUsed<AssetFetch, FetchResult>
    var shelves: RecentlyUsed<[StageCall], AlbumShelf>
    var fetcher: (any LibraryFetcher)?
    var number = 0
  }

  /// - Parameters:
  ///   - path: of a library, or a text that a kind of library knows, such as `shotwell:`; it is
  ///     opened by the first fetch.
  ///   - lanes: how many threads read the files of a folder.
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
        shelves: RecentlyUsed(capacity: bounds.results)))
  }

  /// Opens the library, so that what is wrong with it is known before the first fetch.
  ///
  /// - Returns: what the user should know before relying on what is read.
  /// - Throws: ``LibraryProblem``.
  public func open() throws -> [String] {
    try state.withLock { state in try fetcher(&state).open() }
  }

  /// The assets that a fetch finds.
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

  /// A library that changes more often can't be read.
  private static let mostAttempts = 8

  private func source(of fetch: AssetFetch, _ state: inout State) throws -> any FetchSource {
    let fetcher = try fetcher(&state)
    // Nothing of another state will be asked for.
    if !fetcher.isCurrent { state.results.removeAll() }
    return try fetcher.source(of: fetch, number: state.number)
  }

  /// What reads the library, made when it is first asked for.
  private func fetcher(_ state: inout State) throws -> any LibraryFetcher {
    if let known = state.fetcher { return known }
    guard let place = try context.places(named: [path]).first else {
      throw LibraryProblem.notNamed("no library is named")
    }
    let settings = FetchSettings(
      place: place, context: context, lanes: lanes, bounds: bounds, clock: clock)
    let kind = try context.libraryKinds.type(of: place).kind
    let made = kind.fetcher?(settings) ?? ListedFetcher(settings)
    state.fetcher = made
    return made
  }

  /// Tells from now on whether the library is as it is now.
  package func watch() throws -> () -> Bool {
    let opened = try state.withLock { state in try fetcher(&state) }
    return try opened.watch()
  }

  package func shelf(of calls: [StageCall]) -> AlbumShelf? {
    state.withLock { $0.shelves.value(of: calls) }
  }

  package func keep(_ shelf: AlbumShelf, of calls: [StageCall]) {
    state.withLock { $0.shelves.insert(shelf, for: calls) }
  }

  /// Lets go of all results, as after a fetch that was broken off, which may lack a part.
  package func forget() {
    state.withLock { state in
      state.results.removeAll()
      state.shelves.removeAll()
    }
  }

  func nextNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  /// How many rows are in memory; for tests of the bound.
  package var heldRows: Int { state.withLock { $0.fetcher?.heldRows ?? 0 } }
}
