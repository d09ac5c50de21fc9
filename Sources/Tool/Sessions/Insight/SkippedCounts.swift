internal import Pipeline

/// The numbers of files and folders of a run's libraries that are no assets, by reason, for
/// `--stats`.
struct SkippedCounts {
  private var counts: [String: Int] = [:]

  /// Counts in the libraries that a rule reads; in all that are folders of files.
  init(_ plan: PipelinePlan, in context: RunContext) throws {
    _ = try Self.read(plan, in: context) { asset in
      if let group = asset.reason.group { counts[group, default: 0] += 1 }
    }
  }

  /// Calls `body` for each file and folder that is no asset, in `limit` folders at most; returns
  /// false if there are more.
  static func read(
    _ plan: PipelinePlan, in context: RunContext, folders limit: Int = .max,
    _ body: (SkippedAsset) -> Void
  ) throws -> Bool {
    guard !plan.source.libraryPaths(in: context).isEmpty else { return true }
    var count = 0
    var fetch = AssetFetch()
    fetch.includesHidden = plan.input.includesHidden
    fetch.includesBurstFrames = plan.source.fetch(plan.query)?.includesBurstFrames ?? false
    for place in try context.places(
      own: plan.input.ownLibrary?.name, named: context.request.libraries)
    {
      guard let library = try context.library(place) as? any SkippingLibrary else { continue }
      let reader = library.skipped(by: fetch, reasonIn: nil, for: context)
      while let batch = try reader.next() {
        count += 1
        if count > limit { return false }
        for case let asset as SkippedAsset in batch.unfold() { body(asset) }
      }
    }
    return true
  }

  /// The counts as a line, the largest first; nil if nothing is skipped.
  var summary: String? {
    if counts.isEmpty { return nil }
    let parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }
    return "not taken: \(parts.joined(separator: ", "))"
  }
}
