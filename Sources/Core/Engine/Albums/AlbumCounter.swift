/// A counter of the assets of albums that pass a rule's tests; used only by the counting thread.
package final class AlbumCounter {
  /// The tests and the order that a library may apply itself.
  package let query: Query
  private let steps: [any Step]
  private let worker: WorkerContext
  private var failures: [AssetFailure] = []

  package init(_ query: Query, _ steps: [any Step], in worker: WorkerContext) {
    self.query = query
    self.steps = steps
    self.worker = worker
  }

  /// The run's context with a separate progress, so that displays don't count the assets read here.
  package var context: RunContext {
    var context = worker.context
    context.progress = RunProgress()
    return context
  }

  /// True if the library's answer to ``query`` is enough, without reading single assets.
  package var isAnsweredByQuery: Bool { steps.count == (query.order.isEmpty ? 0 : 1) }

  /// Counts the assets of several albums at once.
  ///
  /// - Parameters:
  ///   - facets: The facets that `albums` reads of an asset.
  ///   - albums: Returns the indexes of the albums that contain an asset.
  package func members(
    ofAlbums count: Int, from source: Answer, reading facets: FacetSet = [],
    albums: (Asset) -> [Int]
  ) throws -> [AlbumMembers] {
    // An answer that is ordered needs no comparison.
    let steps = source.isOrdered ? Array(self.steps.dropFirst()) : self.steps
    let tallies = try AlbumTallies(
      of: count, AlbumSteps(steps, residual: source.residual), reading: facets, in: worker)
    defer { failures += tallies.failures }
    return try tallies.add(allOf: source.reader, albums: albums)
  }

  func takeFailures() -> [AssetFailure] {
    defer { failures = [] }
    return failures
  }
}

/// The counts of several albums in one pass over the assets; used only by one thread.
final class AlbumTallies {
  private let shared: [any Step]
  private let tallies: [AlbumTally]
  private let worker: WorkerContext
  private(set) var failures: [AssetFailure] = []

  /// - Parameter facets: The facets that decide which albums an asset is in.
  init(of count: Int, _ steps: AlbumSteps, reading facets: FacetSet, in worker: WorkerContext)
    throws
  {
    let serial = steps.own.reduce(facets) { $0.union($1.facets) }
    // Workers read the headers, even those that only the order of an album needs.
    let ahead = steps.order.reduce(serial) { $0.union(FacetSet($1.field.facet)) }
      .intersection([.stat, .header])
    shared = steps.shared + (ahead.isEmpty ? [] : [ReadAheadStep(reading: ahead)])
    tallies = try (0..<count).map { _ in try AlbumTally(steps, in: worker) }
    self.worker = worker
  }

  /// Counts all assets of a reader in the albums that contain them; returns each album's members.
  ///
  /// - Parameter albums: Returns the indexes of the albums that contain an asset.
  func add(
    allOf reader: any AssetReader, albums: (Asset) -> [Int]
  ) throws -> [AlbumMembers] {
    let cancellation = worker.context.cancellation
    try worker.pool.runAll(reader, shared[...], from: worker) { batch in
      if cancellation.isCancelled { throw RunProblem.cancelled }
      try add(batch, albums)
    }
    if cancellation.isCancelled { throw RunProblem.cancelled }
    return try tallies.map { try $0.finish() }
  }

  private func add(_ batch: Batch, _ albums: (Asset) -> [Int]) throws {
    failures += batch.failures
    var members: [Int: [Asset]] = [:]
    for asset in batch.survivors {
      let places = albums(asset)
      if let failure = asset.failure {
        failures.append(failure)
        continue
      }
      for place in places { members[place, default: []].append(asset) }
    }
    for (place, assets) in members { try tallies[place].add(assets) }
  }
}

/// The running count of one album, and the first of its assets. Used by one thread only.
final class AlbumTally {
  private var steps: StepChain
  private let order: AssetOrder?
  private var count = 0
  /// The first assets, of which the first undamaged one is the cover.
  private var firsts: [(asset: Asset, entry: AssetOrder.Entry?)] = []

  /// The number of assets that are examined for a cover.
  private static let examined = 32

  init(_ steps: AlbumSteps, in worker: WorkerContext) throws {
    self.steps = try StepChain(steps.own, in: worker)
    order = steps.order.isEmpty ? nil : AssetOrder(steps.order)
  }

  func add(_ assets: [Asset]) throws {
    var batch = Batch(ordinal: 0, assets: assets)
    var found: [Asset] = []
    try steps.process(&batch) { found += $0.survivors }
    for asset in found { take(asset) }
  }

  func finish() throws -> AlbumMembers {
    var found: [Asset] = []
    try steps.finish { found += $0.survivors }
    for asset in found { take(asset) }
    let cover = firsts.first(where: \.asset.isWhole) ?? firsts.first
    return AlbumMembers(count: count, cover: cover?.asset)
  }

  private func take(_ asset: Asset) {
    guard let order else {
      count += 1
      if firsts.count < Self.examined { firsts.append((asset, nil)) }
      return
    }
    let entry = order.entry(for: asset, place: count)
    guard asset.failure == nil else { return }
    count += 1
    if firsts.count == Self.examined, let last = firsts.last?.entry, !order.precedes(entry, last) {
      return
    }
    let place = firsts.firstIndex { $0.entry.map { order.precedes(entry, $0) } ?? false }
    firsts.insert((asset, entry), at: place ?? firsts.count)
    if firsts.count > Self.examined { firsts.removeLast() }
  }
}

/// The steps that choose the counted assets: those for all albums together, and those for each.
struct AlbumSteps {
  /// The steps for single assets. An asset that is in several albums passes them once.
  let shared: ArraySlice<any Step>
  let own: ArraySlice<any Step>
  /// The order that decides which asset is the first; empty for the order in which they come.
  let order: [SortKey]

  /// - Parameter residual: the tests that the run still has to evaluate.
  init(_ steps: [any Step], residual: AssetPredicate) {
    var steps = steps
    if residual != .always { steps.insert(PredicateStep(residual), at: 0) }
    // Only the first asset is shown, so the assets need not be sorted.
    order = steps.last?.traits.fetch.order ?? []
    if !order.isEmpty { steps.removeLast() }
    let parallel = steps.firstIndex { $0.ordering == .source } ?? steps.count
    (shared, own) = (steps[..<parallel], steps[parallel...])
  }
}
