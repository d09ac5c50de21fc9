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
