internal import Platform
internal import Synchronization

/// The assets of one fetch of a folder. Names that are added, removed or given to another file are
/// detected by the folders' times; a file that is overwritten is detected when it is requested.
final class FolderFetchSource: FetchSource {
  /// The state behind the lock. `@unchecked Sendable`: only touched while the lock is held.
  private struct State: @unchecked Sendable {
    let list: FolderAssetList
    var isOutdated = false

    mutating func check() throws {
      if !isOutdated, !list.isUnchanged { isOutdated = true }
      if isOutdated { throw FetchProblem.changed }
    }
  }

  private let number: Int
  private let blocks: FetchedRows<[FileRow?]>
  private let state: Lock<State>

  /// - Parameter number: the number of this result, unique among the results with rows in `blocks`.
  init(
    _ library: FolderLibrary, _ fetch: AssetFetch, number: Int,
    in context: RunContext, lanes: Int, rows blocks: FetchedRows<[FileRow?]>,
    known: KnownListings, clock: CatalogueClock
  ) throws {
    self.number = number
    self.blocks = blocks
    known.forgetUnused()
    let list = try FolderAssetList(
      library, fetch, in: context, lanes: lanes, known: known, clock: clock)
    state = Lock(State(list: list))
  }

  var isCurrent: Bool {
    state.withLock { state in
      (try? state.check()) != nil
    }
  }

  func locateMore() throws -> Bool {
    try state.withLock { state in
      try state.check()
      try state.list.locate(.max)
      return false
    }
  }

  var knownCount: Int? {
    state.withLock { $0.list.isComplete ? $0.list.places.count : nil }
  }

  func count() throws -> Int {
    try state.withLock { state in
      try state.check()
      try state.list.locate(.max)
      return state.list.places.count
    }
  }

  var failures: [AssetFailure] { state.withLock { $0.list.failures } }

  func assets(_ range: Range<Int>) throws -> [Asset] {
    try read { list in try range.isEmpty ? [] : assets(range, of: list) }
  }

  func looked(at range: Range<Int>) throws -> [Asset] {
    try read { list in
      try list.locate(range.upperBound)
      return try range.clamped(to: 0..<list.places.count).map { try list.asset($0, nil) }
    }
  }

  private func read(_ body: (FolderAssetList) throws -> [FileAsset]) throws -> [Asset] {
    try state.withLock { state in
      try state.check()
      do {
        return try body(state.list)
      } catch FetchProblem.changed {
        state.isOutdated = true
        throw FetchProblem.changed
      }
    }
  }

  private func assets(_ range: Range<Int>, of list: FolderAssetList) throws -> [FileAsset] {
    let size = FetchedRows<[FileRow?]>.blockSize
    var assets: [FileAsset] = []
    for block in range.lowerBound / size...(range.upperBound - 1) / size {
      let start = block * size
      try list.locate(start + size)
      let end = min(start + size, list.places.count)
      guard start < end else { break }
      let key = FetchedRows<[FileRow?]>.Key(result: number, block: block)
      if let rows = blocks.block(key) {
        for place in range.clamped(to: start..<end) {
          assets.append(try list.asset(place, rows[place - start]))
        }
        continue
      }
      let made = try (start..<end).map { try list.asset($0, nil) }
      blocks.insert(made.map(list.row), for: key)
      for place in range.clamped(to: start..<end) { assets.append(made[place - start]) }
    }
    return assets
  }

  func index(of localIdentifier: [UInt8]) throws -> Int? {
    try state.withLock { state in
      try state.check()
      try state.list.locate(.max)
      return state.list.index(of: localIdentifier)
    }
  }
}

/// A fetcher for a folder, which each fetch opens again, as another folder may have replaced it.
final class FolderFetcher: LibraryFetcher {
  private let settings: FetchSettings
  private let rows: FetchedRows<[FileRow?]>
  private let known = KnownListings()

  init(_ settings: FetchSettings) {
    self.settings = settings
    rows = FetchedRows(bound: settings.bounds.rows)
  }

  private func folder() throws -> FolderLibrary {
    let library = try settings.context.libraryKinds.kind(of: settings.place)
      .open(settings.place, for: settings.context)
    guard let folder = (library as? any FolderBackedLibrary)?.folder else {
      throw LibraryProblem.notFound("library \"\(settings.place.name)\": is no folder any more")
    }
    return folder
  }

  func open() throws -> [String] {
    _ = try folder()
    return []
  }

  var isCurrent: Bool { true }

  func source(of fetch: AssetFetch, number: Int) throws -> any FetchSource {
    try FolderFetchSource(
      folder(), fetch, number: number, in: settings.context, lanes: settings.lanes, rows: rows,
      known: known, clock: settings.clock)
  }

  func watch() throws -> () -> Bool {
    let watch = FolderChangeDetector(try folder(), settings.clock)
    watch.noteAll(includesHidden: true)
    return { watch.isUnchanged }
  }

  var heldRows: Int { rows.count * FetchedRows<[FileRow?]>.blockSize }
}
