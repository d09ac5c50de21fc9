internal import Synchronization

/// A library that was opened to be fetched from, again and again; safe from any thread.
///
/// ```swift
/// let library = FetchLibrary(path: "/Users/me/Pictures/Photos Library.photoslibrary", in: context)
/// let result = try library.fetchAssets(AssetFetch(album: "smartAlbumFavorites"))
/// print(try result.count)
/// ```
///
/// What is fetched again is the same result, with what it read, as long as the library is as it was.
/// What is kept in memory is bounded by ``FetchBounds``.
public final class FetchLibrary: Sendable {
  /// As it was named.
  public let path: String
  let context: RunContext
  let lanes: Int
  let clock: CatalogueClock
  private let rows: FetchedRows<PhotosRows>
  private let files: FetchedRows<[FileRow?]>
  private let state: Mutex<State>

  private struct State: Sendable {
    var results: RecentlyUsed<AssetFetch, FetchResult>
    var shelves: RecentlyUsed<[StageCall], AlbumShelf>
    var snapshot: PhotosSnapshot?
    var number = 0
  }

  /// - Parameters:
  ///   - path: of a Photos library or of a folder; it is opened by the first fetch.
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
    rows = FetchedRows(bound: bounds.rows)
    files = FetchedRows(bound: bounds.rows)
    state = Mutex(
      State(
        results: RecentlyUsed(capacity: bounds.results),
        shelves: RecentlyUsed(capacity: bounds.results)))
  }

  /// Opens the library, so that what is wrong with it is known before the first fetch.
  ///
  /// - Returns: what a person should know before relying on what is read.
  /// - Throws: ``LibraryProblem``.
  public func open() throws -> [String] {
    try state.withLock { state in
      guard PhotosLibrary.isLibrary(path) else {
        _ = try folder()
        return []
      }
      return try snapshot(&state).library.notes
    }
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
    guard PhotosLibrary.isLibrary(path) else {
      return try FolderFetchSource(
        folder(), fetch, number: state.number, named: path, in: context, lanes: lanes, rows: files,
        clock: clock)
    }
    return try PhotosFetchSource(
      snapshot(&state), fetch, number: state.number, named: path, rows: rows)
  }

  /// The library with what of it may be seen.
  func entry() throws(LibraryProblem) -> LibraryAccess.Entry {
    guard let entry = try context.access.libraries(own: nil, named: [path]).first else {
      throw .notNamed("no library is named")
    }
    return entry
  }

  func folder() throws(LibraryProblem) -> FolderLibrary {
    let entry = try entry()
    do {
      return try FolderLibrary(
        path: path, chosen: entry.chosen, decoders: context.decoders,
        catalogue: context.catalogue)
    } catch {
      throw LibraryProblem(path, error)
    }
  }

  func shelf(of calls: [StageCall]) -> AlbumShelf? {
    state.withLock { $0.shelves.value(of: calls) }
  }

  func keep(_ shelf: AlbumShelf, of calls: [StageCall]) {
    state.withLock { $0.shelves.insert(shelf, for: calls) }
  }

  func nextNumber() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  /// The library as it is now.
  private func snapshot(_ state: inout State) throws -> PhotosSnapshot {
    if let known = state.snapshot, known.isCurrent { return known }
    // Nothing of another state will be asked for.
    state.results.removeAll()
    rows.removeAll()
    let library = try PhotosLibrary(entry(), in: context)
    let snapshot = try PhotosSnapshot(library, in: context)
    state.snapshot = snapshot
    return snapshot
  }

  /// How many rows are in memory; for tests of the bound.
  package var heldRows: Int {
    rows.count * FetchedRows<PhotosRows>.blockSize
      + files.count * FetchedRows<[FileRow?]>.blockSize
  }
}
