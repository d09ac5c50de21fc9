internal import Pipeline

/// A filter whose worker is timed.
struct TimedFilter {
  let title: String
  /// As a rule writes it.
  let filter: String

  static let all = [
    TimedFilter(title: "function, no field", filter: "filter(function(asset) return true end)"),
    TimedFilter(
      title: "function, 2 fields",
      filter: """
        filter(function(asset)
          return asset.mediaType == "image" and asset.pixelWidth >= 2000
        end)
        """),
    TimedFilter(
      title: "function, 6 fields",
      filter: """
        filter(function(asset)
          return asset.pixelWidth > 0 and asset.pixelHeight > 0 and not asset.isHidden
            and asset.mediaType ~= "unknown" and asset.creationDate ~= nil
            and asset.isFavorite ~= nil
        end)
        """),
    TimedFilter(title: "table, mediaType is", filter: "filter { mediaType = \"image\" }"),
    TimedFilter(
      title: "table, pixelWidth at least", filter: "filter { pixelWidth = at_least(2000) }"),
  ]

  private static let batchSize = 256

  /// The median over `rounds` passes through all assets, in batches as a run's.
  func nanoseconds(over assets: [Asset], rounds: Int) throws -> Double {
    // A limit in front keeps the test from being handed to the source.
    let rule = try TimedRule("source { stdin = true }, filter { limit = 1000000 }, \(filter)")
    guard let step = rule.plan.steps.last else { return 0 }
    let context = WorkerContext(context: TimedRule.context(), functions: rule.loaded)
    let worker = try step.makeWorker(in: context)
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<rounds + 1 {
      var batches = Self.batches(of: assets)
      let start = clock.now
      for index in batches.indices { try worker.process(&batches[index]) }
      times.append((clock.now - start) / .nanoseconds(1) / Double(assets.count))
    }
    let sorted = times.dropFirst().sorted()
    return sorted[sorted.count / 2]
  }

  private static func batches(of assets: [Asset]) -> [Batch] {
    stride(from: 0, to: assets.count, by: batchSize).enumerated().map { ordinal, start in
      let end = min(start + batchSize, assets.count)
      return Batch(ordinal: ordinal, assets: Array(assets[start..<end]))
    }
  }
}
