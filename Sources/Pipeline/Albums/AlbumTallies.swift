/// The counts of several albums, made in one pass over the assets of all.
///
/// Confined to the thread that counts.
final class AlbumTallies {
  private var shared: StepChain
  private let tallies: [AlbumTally]
  private let context: RunContext
  /// Why assets could not be looked at, each told once however many albums it is in.
  private(set) var failures: [AssetFailure] = []

  init(of count: Int, _ steps: AlbumSteps, in lane: Lane) throws {
    shared = try StepChain(steps.shared, in: lane)
    tallies = try (0..<count).map { _ in try AlbumTally(steps, in: lane) }
    context = lane.context
  }

  /// Reads to the end.
  ///
  /// - Parameter albums: the places of the albums that an asset is in.
  func add(
    allOf reader: any AssetReader, albums: (Asset) -> [Int]
  ) throws -> [AlbumMembers] {
    while let pending = try reader.next() {
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      try add(pending.unfold(), albums)
    }
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    return try tallies.map { try $0.finish() }
  }

  private func add(_ assets: [Asset], _ albums: (Asset) -> [Int]) throws {
    var batch = Batch(ordinal: 0, assets: assets)
    batch.keep { _ in true }
    var survivors: [Asset] = []
    try shared.process(&batch) { done in
      failures += done.failures
      survivors += done.survivors
    }
    var members: [Int: [Asset]] = [:]
    for asset in survivors {
      let places = albums(asset)
      guard asset.failure == nil else { continue }
      for place in places { members[place, default: []].append(asset) }
    }
    for (place, assets) in members { try tallies[place].add(assets) }
    failures += survivors.compactMap(\.failure)
  }
}
