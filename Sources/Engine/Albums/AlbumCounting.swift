/// What of albums counts, and what it takes to count it; confined to the thread that counts.
package final class AlbumCounting {
  /// The tests and the order that a library may answer itself.
  package let query: Query
  private let steps: [any Step]
  private let lane: Lane
  private var failures: [AssetFailure] = []

  package init(_ query: Query, _ steps: [any Step], in lane: Lane) {
    self.query = query
    self.steps = steps
    self.lane = lane
  }

  /// The run, for readers of assets that nobody else is told of.
  package var context: RunContext {
    var context = lane.context
    context.progress = RunProgress()
    return context
  }

  /// Whether a library that answers the query need not show its assets.
  package var isAnsweredByQuery: Bool { steps.count == (query.order.isEmpty ? 0 : 1) }

  /// Counts the assets of several albums at once.
  ///
  /// - Parameters:
  ///   - facets: what `albums` reads of an asset.
  ///   - albums: the places of the albums that an asset is in.
  package func members(
    ofAlbums count: Int, from source: Answer, reading facets: FacetSet = [],
    albums: (Asset) -> [Int]
  ) throws -> [AlbumMembers] {
    // What comes in order needs not be compared.
    let steps = source.isOrdered ? Array(self.steps.dropFirst()) : self.steps
    let tallies = try AlbumTallies(
      of: count, AlbumSteps(steps, residual: source.residual), reading: facets, in: lane)
    defer { failures += tallies.failures }
    return try tallies.add(allOf: source.reader, albums: albums)
  }

  /// What failed since this was last asked.
  func takeFailures() -> [AssetFailure] {
    defer { failures = [] }
    return failures
  }
}

/// The counts of several albums, made in one pass over the assets of all.
///
/// Confined to the thread that counts.
final class AlbumTallies {
  private let shared: [any Step]
  private let tallies: [AlbumTally]
  private let lane: Lane
  /// Why assets could not be looked at, each told once however many albums it is in.
  private(set) var failures: [AssetFailure] = []

  /// - Parameter facets: what has to be read of an asset to tell its albums.
  init(of count: Int, _ steps: AlbumSteps, reading facets: FacetSet, in lane: Lane) throws {
    let serial = steps.own.reduce(facets) { $0.union($1.facets) }
    // Headers are read in the lanes, whoever asks for them.
    let ahead = steps.order.reduce(serial) { $0.union(FacetSet($1.field.facet)) }
      .intersection([.stat, .header])
    shared = steps.shared + (ahead.isEmpty ? [] : [ReadAheadStep(reading: ahead)])
    tallies = try (0..<count).map { _ in try AlbumTally(steps, in: lane) }
    self.lane = lane
  }

  /// Reads to the end.
  ///
  /// - Parameter albums: the places of the albums that an asset is in.
  func add(
    allOf reader: any AssetReader, albums: (Asset) -> [Int]
  ) throws -> [AlbumMembers] {
    let cancellation = lane.context.cancellation
    try lane.crew.runAll(reader, shared[...], from: lane) { batch in
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

/// One album's count so far, and the first of its assets.
///
/// Confined to the thread that counts.
final class AlbumTally {
  private var steps: StepChain
  private let order: AssetOrder?
  private var count = 0
  private var cover: Asset?
  private var coverEntry: AssetOrder.Entry?

  init(_ steps: AlbumSteps, in lane: Lane) throws {
    self.steps = try StepChain(steps.own, in: lane)
    order = steps.order.isEmpty ? nil : AssetOrder(steps.order)
  }

  func add(_ assets: [Asset]) throws {
    var batch = Batch(ordinal: 0, assets: assets)
    var found: [Asset] = []
    try steps.process(&batch) { found += $0.survivors }
    for asset in found { take(asset) }
  }

  /// What came together, with what steps held back until the end.
  func finish() throws -> AlbumMembers {
    var found: [Asset] = []
    try steps.finish { found += $0.survivors }
    for asset in found { take(asset) }
    return AlbumMembers(count: count, cover: cover)
  }

  private func take(_ asset: Asset) {
    guard let order else {
      count += 1
      cover = cover ?? asset
      return
    }
    let entry = order.entry(for: asset, place: count)
    guard asset.failure == nil else { return }
    count += 1
    if let coverEntry, !order.precedes(entry, coverEntry) { return }
    (cover, coverEntry) = (asset, entry)
  }
}

/// The steps that choose among the assets of albums, laid out for counting.
struct AlbumSteps {
  /// Those that look at one asset at a time, so that an asset of several albums takes them once.
  let shared: ArraySlice<any Step>
  /// Those that each album does on its own, such as a limit.
  let own: ArraySlice<any Step>
  /// The order that decides which asset is the first; empty for the order in which they come.
  let order: [SortKey]

  /// - Parameter residual: the tests that the library left to the run.
  init(_ steps: [any Step], residual: Predicate) {
    var steps = steps
    if residual != .always { steps.insert(PredicateStep(residual), at: 0) }
    // Nobody wants all of them in order, if only the first is shown.
    order = steps.last?.traits.order ?? []
    if !order.isEmpty { steps.removeLast() }
    let parallel = steps.firstIndex { $0.ordering == .source } ?? steps.count
    (shared, own) = (steps[..<parallel], steps[parallel...])
  }
}
