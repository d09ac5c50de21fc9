/// The ordered list of the files that one fetch of a folder returns; confined to its source.
final class FolderAssetList {
  /// The position of a file: the index of its folder in ``listings``, and its index there.
  struct Place: Hashable {
    let folder: Int32
    let file: Int32
  }

  private(set) var places: [Place] = []
  private(set) var isComplete = false
  private(set) var failures: [AssetFailure] = []
  private let fetch: AssetFetch
  private let context: RunContext
  private let lanes: Int
  private let rest: AssetPredicate
  private let program: PredicateProgram
  private let reader: FolderReader
  private let headers: HeaderReaderPool
  /// The detector of changes, which the reader fills on its worker's thread.
  private let watch: FolderChangeDetector
  /// The files that are left out, and were written as they were read: what is there later may be in.
  private var unsettled: [(place: FilePlace, status: FileStatus)] = []
  /// The clock's time before the first file was read, in nanoseconds since 1970.
  private let moment: Int64
  private var numbers: [ObjectIdentifier: Int32] = [:]
  private var listings: [DirectoryListing] = []
  /// Hashes of the files' status when they were tested; 0 for files whose status was not read.
  private var stamps: [Int] = []
  private var leftOut: Int

  init(
    _ library: FolderLibrary, _ fetch: AssetFetch, in context: RunContext,
    lanes: Int, clock: CatalogueClock
  ) throws {
    self.fetch = fetch
    self.lanes = lanes
    headers = library.headers
    var context = context
    context.progress = RunProgress()
    self.context = context
    var selection = try fetch.selection(of: library)
    (selection.predicate, rest) = AssetPredicate.conjunction([fetch.membership, fetch.predicate])
      .split { $0.facet == .entry }
    program = PredicateProgram(rest)
    leftOut = fetch.offset
    moment = clock.now
    let watch = FolderChangeDetector(library, clock)
    self.watch = watch
    reader = FolderReader(library, selection, in: context)
    reader.listed = { [selection] listing in
      watch.note(
        listing, includesHidden: selection.includesHidden,
        counts: selection.includes(listing.directory))
    }
    if fetch.limit == 0 { isComplete = true }
  }

  var isUnchanged: Bool {
    watch.isUnchanged && unsettled.allSatisfy { (try? $0.place.status()) == $0.status }
  }

  // MARK: - Finding

  /// Finds files until `count` are known, or all. An order and a `count` of `Int.max` need all
  /// files, which several workers then read.
  func locate(_ count: Int) throws {
    guard !isComplete, places.count < count else { return }
    if !fetch.order.isEmpty || count == .max { return try locateAll() }
    while !isComplete, places.count < count {
      guard let pending = try reader.next() else {
        if context.cancellation.isCancelled { throw RunProblem.cancelled }
        isComplete = true
        break
      }
      var batch = Batch(ordinal: 0, assets: pending.unfold())
      batch.keep { program.matches($0) }
      add(batch)
    }
  }

  private func locateAll() throws {
    let worker = WorkerContext(context: context, functions: nil, width: lanes)
    var steps: [any Step] = rest == .always ? [] : [PredicateStep(rest)]
    let ahead = FacetSet(fetch.order.map { FacetSet($0.field.facet) })
      .intersection([.stat, .header])
    if !ahead.isEmpty { steps.append(ReadAheadStep(reading: ahead)) }
    let order = AssetOrder(fetch.order)
    var found: [(key: AssetOrder.Key, place: Place, stamp: Int)] = []
    try worker.pool.runAll(reader, steps[...], from: worker) { batch in
      guard !fetch.order.isEmpty else { return add(batch) }
      noteLeftOut(batch)
      for case let asset as FileAsset in batch.survivors {
        let key = order.key(for: asset, place: found.count)
        if let failure = asset.failure {
          note([failure])
        } else if let (place, stamp) = place(of: asset) {
          found.append((key, place, stamp))
        }
      }
    }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    found.sort { order.precedes($0.key, $1.key) }
    for entry in found { add(entry.place, entry.stamp) }
    isComplete = true
  }

  private func add(_ batch: Batch) {
    noteLeftOut(batch)
    for case let asset as FileAsset in batch.survivors {
      if let (place, stamp) = place(of: asset) { add(place, stamp) }
    }
  }

  private func add(_ place: Place, _ stamp: Int) {
    if leftOut > 0 {
      leftOut -= 1
    } else if places.count < fetch.limit ?? .max {
      places.append(place)
      stamps.append(stamp)
    }
    if let limit = fetch.limit, places.count == limit { isComplete = true }
  }

  private func noteLeftOut(_ batch: Batch) {
    note(batch.failures)
    let fresh = batch.assets.filter { [moment] asset in
      let status = (asset as? FileAsset)?.known?.status
      return status.map { !CatalogueClock.isSettled($0, at: moment) } ?? false
    }
    if fresh.isEmpty { return }
    let kept = Set(batch.survivors.lazy.map(ObjectIdentifier.init))
    for case let asset as FileAsset in fresh where !kept.contains(ObjectIdentifier(asset)) {
      guard let known = asset.known, let status = known.status else { continue }
      unsettled.append((.entry(known.listing, known.index), status))
    }
  }

  private func note(_ failures: [AssetFailure]) {
    self.failures += failures.prefix(max(0, RunReport.keptFailures - self.failures.count))
  }

  private func place(of asset: FileAsset) -> (place: Place, stamp: Int)? {
    guard let known = asset.known, let file = Int32(exactly: known.index) else { return nil }
    let folder = number(of: known.listing)
    return (Place(folder: folder, file: file), known.status.map { Self.stamp($0, of: asset) } ?? 0)
  }

  private func number(of listing: DirectoryListing) -> Int32 {
    if let known = numbers[ObjectIdentifier(listing)] { return known }
    let number = Int32(clamping: listings.count)
    listings.append(listing)
    numbers[ObjectIdentifier(listing)] = number
    return number
  }

  /// Returns a hash, never 0, of the status of the file and of the files that describe it.
  private static func stamp(_ status: FileStatus, of asset: FileAsset) -> Int {
    var hash = status.hashValue
    if asset.hasSidecarContext {
      var fingerprint = Fingerprint()
      asset.addVersion(to: &fingerprint)
      hash ^= Int(truncatingIfNeeded: fingerprint.value)
    }
    return hash == 0 ? 1 : hash
  }

  // MARK: - Reading

  /// Returns a new asset for the file at an index, with the cached facts `row` unless nil; throws
  /// ``FetchProblem/changed`` if the file changed.
  func asset(_ index: Int, _ row: FileRow?) throws -> FileAsset {
    let (listing, file) = file(index)
    guard let row else {
      let asset = reader.asset(listing, file)
      asset.readAhead(.header)
      if let status = asset.known?.status { try check(status, of: asset, index) }
      return asset
    }
    let place = FilePlace.entry(listing, file)
    guard let status = try? place.status() else { throw FetchProblem.changed }
    let asset = FileAsset(listing, file, headers, row.facts, row.status)
    try check(status, of: asset, index)
    return asset
  }

  /// Returns the facts of an asset to cache; nil if the asset also depends on another file.
  func row(of asset: FileAsset) -> FileRow? {
    guard asset.standsAlone, let known = asset.known,
      let facts = known.facts, let status = known.status, asset.failure == nil
    else { return nil }
    return FileRow(facts: facts, status: status)
  }

  private func file(_ index: Int) -> (listing: DirectoryListing, index: Int) {
    let place = places[index]
    return (listings[Int(place.folder)], Int(place.file))
  }

  private func check(_ status: FileStatus, of asset: FileAsset, _ index: Int) throws {
    let stamp = Self.stamp(status, of: asset)
    if stamps[index] == 0 { stamps[index] = stamp }
    if stamps[index] != stamp { throw FetchProblem.changed }
  }

  func index(of path: [UInt8]) -> Int? {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { path[..<$0] } ?? []
    let name = slash.map { path[($0 + 1)...] } ?? path[...]
    guard
      let number = listings.firstIndex(where: {
        $0.directory.relativePath.bytes.elementsEqual(folder)
      })
    else { return nil }
    let listing = listings[number]
    guard let file = listing.files.firstIndex(where: { listing.name($0).elementsEqual(name) })
    else { return nil }
    let place = Place(folder: Int32(clamping: number), file: Int32(clamping: file))
    return places.firstIndex(of: place)
  }
}

/// The facts read from a file, and the file's status at that time.
struct FileRow: Sendable {
  let facts: FileFacts
  let status: FileStatus
}
