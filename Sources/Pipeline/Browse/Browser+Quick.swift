extension Browser {
  /// The time in which a quick answer looks for assets.
  private static let quickTime = Duration.milliseconds(100)

  /// Answers a request for a range with the assets that are found at once among those of a wider
  /// fetch in memory. A list of 200,000 assets takes a second to search, its first matches much less.
  ///
  /// - Returns: False, with nothing written, if no such fetch is in memory.
  func answerQuickly(
    _ page: BrowseResponse, _ fetch: AssetFetch, _ steps: [any Step]
  ) throws -> Bool {
    guard let range = page.request.range, let known = library.result(widerThan: fetch) else {
      return false
    }
    let end = ContinuousClock.now + Self.quickTime
    let tests = PredicateProgram(fetch.predicate)
    var found: [Asset] = []
    var place = 0
    var isWhole = false
    while !isWhole, found.count < range.upperBound, .now < end, !context.cancellation.isCancelled {
      let assets = try known.objects(within: place..<place + Self.pieceSize)
      found += assets.filter(tests.matches)
      place += assets.count
      isWhole = assets.count < Self.pieceSize
    }
    let wanted = range.clamped(to: 0..<found.count)
    try page.write(Array(found[wanted]), from: wanted.lowerBound, through: steps)
    page.isPart = !isWhole
    try page.end(state: known.state, count: found.count, unread: 0)
    return true
  }
}
