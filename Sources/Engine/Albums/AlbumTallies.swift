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
