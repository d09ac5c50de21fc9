internal import Files
internal import Platform

/// A watcher that lists the library when its database has changed, or, without one, from time to
/// time. The system reports writes to the database. If it can't, or as long as another write might
/// leave the files' times the same, the files are polled.
package final class ListedWatcher: LibraryWatcher {
  private let place: LibraryPlace
  private let context: RunContext
  private let kind: LibraryKind
  private let includesHidden: Bool
  private let wantsArrivals: Bool
  private var known: Set<OwnedName> = []
  private let database: String?
  private let files: FileListWatcher?
  private var isWatched = false
  private var mark: LibraryMark?
  private var next = ContinuousClock.now
  package private(set) var due: ContinuousClock.Instant?
  private var isReadable = true
  private var problem: String?
  private var missed: [LibraryChanges.Arrival] = []

  /// The time to wait after a write, so that several writes cause one listing.
  private static let settleTime = Duration.milliseconds(100)
  /// The nanoseconds before the watch's beginning that an asset which arrived while no watch ran is
  /// said to have arrived at the latest: two ticks of a file system's clock.
  private static let lead: Int64 = 40_000_000
  /// The pause after a listing, as a multiple of the time that it took.
  private static let rest = 20
  /// The pause after a listing with a change, as a multiple of the time that it took.
  private static let shortRest = 3

  private struct OwnedName: Hashable {
    let bytes: OwnedBytes

    static func == (left: OwnedName, right: OwnedName) -> Bool {
      left.bytes.span.hasSameBytes(as: right.bytes.bytes)
    }

    var keys: KnownAssets.Keys { [KnownAssets.key(bytes.bytes)] }

    func hash(into hasher: inout Hasher) {
      withExtendedLifetime(bytes) { hasher.combine(bytes: bytes.bytes) }
    }
  }

  /// Begins to watch a library; lists its assets first if arrivals are wanted, so that only later
  /// ones arrive.
  ///
  /// - Throws: ``LibraryProblem`` if the library can't be read.
  package init(_ place: LibraryPlace, _ settings: WatchSettings, in context: RunContext) throws {
    self.place = place
    self.context = context
    kind = try context.libraryKinds.kind(of: place)
    includesHidden = settings.includesHidden
    wantsArrivals = settings.wantsArrivals
    let databases = kind.abilities.databases?(place) ?? []
    database = databases.first
    files = databases.first.map { _ in
      FileListWatcher(databases.flatMap { LibraryMark.files(of: $0) }, below: place.path)
    }
    // Watched before it is read, so that no change in between is missed.
    mark = look()
    if wantsArrivals { known = Set(try catchUp(settings)) }
    problem = files?.problem?.message
  }

  package var descriptor: Int32? { files?.descriptor }
  package var hasToLook: Bool { !isWatched || mark?.files == nil }
  /// Returns true if the database exists; without one always true, and reading may fail.
  package var isThere: @Sendable () -> Bool {
    { [database] in database.map { access($0, F_OK) == 0 } ?? true }
  }

  package func noteMounts() { mark = nil }

  package func news(isLooking: Bool) -> LibraryChanges {
    var news = LibraryChanges()
    news.moment = CatalogueClock.system.now
    news.isThere = isReadable
    news.problems = [problem].compactMap(\.self)
    problem = nil
    news.arrivals = missed
    news.hasChanges = !missed.isEmpty
    missed = []
    if files?.take() == true { due = due ?? max(.now + Self.settleTime, next) }
    guard isLooking || due.map({ $0 <= .now }) == true else { return news }
    due = nil
    let found = look()
    if let found, found.files != nil, found == mark { return news }
    if ContinuousClock.now < next {
      due = isWatched ? next : nil
      return news
    }
    do {
      let began = ContinuousClock.now
      let names = try wantsArrivals ? list() : []
      let time = ContinuousClock.now - began
      next = .now + (found == nil ? max(.seconds(1), time * Self.rest) : time * Self.shortRest)
      (mark, isReadable) = (found, true)
      news.isThere = true
      let all = Set(names)
      news.hasChanges = true
      news.arrivals += names.filter { !known.contains($0) }.map {
        LibraryChanges.Arrival($0.bytes, at: news.moment, keys: $0.keys)
      }
      known = all
    } catch {
      // The watch waits for the library; its earlier assets are not reported again when it is back.
      isReadable = false
      mark = nil
      news.isThere = false
    }
    return news
  }

  /// Watches the database's current files, and returns the library's fingerprint; nil without one.
  private func look() -> LibraryMark? {
    isWatched = files?.renew() ?? false
    return database.map { LibraryMark(database: $0) } ?? kind.mark(place)
  }

  /// Lists the assets, and notes as missed those that a rule that catches up does not know.
  private func catchUp(_ settings: WatchSettings) throws -> [OwnedName] {
    // The date of arrival of the assets that have one.
    var moments: [OwnedName: Int64] = [:]
    let names = try list { name, asset in
      guard case .date(let added) = asset.value(of: .addedDate) else { return }
      if !settings.known.isEmpty { moments[name] = added.milliseconds &* 1_000_000 }
    }
    for name in names {
      let recognisers = settings.known.filter { !$0.isNew && $0.knows(name.keys) }
      if settings.known.contains(where: { !$0.isNew && !$0.knows(name.keys) }) {
        let moment = min(
          max(moments[name] ?? .max, settings.since ?? .min), settings.began - Self.lead)
        missed.append(
          LibraryChanges.Arrival(
            name.bytes, at: moment, keys: name.keys, knownBy: recognisers))
      }
      for known in settings.known where known.isNew { known.note(name.keys) }
    }
    return names
  }

  private func list(
    each: (OwnedName, Asset) -> Void = { _, _ in }
  ) throws -> [OwnedName] {
    var context = context
    context.arrivals = nil
    context.progress = RunProgress()
    context.resources[OpenedLibraries.self] = OpenedLibraries()
    var fetch = AssetFetch()
    fetch.includesHidden = includesHidden
    fetch.includesBurstFrames = true
    let library = try context.library(place)
    let reader = try LibraryReader(fetch, in: context).answer(of: library, at: place).reader
    var names: [OwnedName] = []
    while let batch = try reader.next() {
      for asset in batch.unfold() where asset.failure == nil {
        let name = OwnedName(bytes: OwnedBytes(Array(asset.string(of: .localIdentifier).utf8)))
        names.append(name)
        each(name, asset)
      }
    }
    return names
  }
}

extension RunContext {
  /// Returns a watcher, which starts at once; throws ``LibraryProblem`` for an unreadable library.
  package func watcher(of place: LibraryPlace, _ settings: WatchSettings) throws
    -> any LibraryWatcher
  {
    let kind = try libraryKinds.kind(of: place)
    return try kind.abilities.watcher?(place, settings) ?? ListedWatcher(place, settings, in: self)
  }
}
