/// A failure of one asset; the run goes on without it.
public struct AssetFailure: Error, Hashable, Sendable {
  /// The asset's path or identifier, as it is shown to the user.
  public internal(set) var asset: String
  /// The stage or step that failed, such as `folder` or `filter`.
  public let stage: String
  /// The reason, in lower case and without a full stop.
  public let reason: String
  /// True if an error in the rule caused it, so that many assets may fail for the same reason.
  package let isOfRule: Bool

  /// True if the asset could not be read or loaded; false if a later stage failed.
  package var isOfReading: Bool {
    !isOfRule && Self.readingStages.contains { $0 == stage }
  }

  private static let readingStages = [
    "source", "read", "metadata", "digest", "load", "dedupe", "similar", "output",
  ]

  public init(asset: String, stage: String, reason: String) {
    self.init(asset: asset, stage: stage, reason: reason, isOfRule: false)
  }

  package init(asset: String, stage: String, reason: String, isOfRule: Bool) {
    self.asset = asset
    self.stage = stage
    self.reason = reason
    self.isOfRule = isOfRule
  }
}

/// A placeholder for an item of a source that could not be read, so that the run reports it.
/// `@unchecked Sendable`: confined like every ``Asset`` to the worker that holds its batch.
package final class UnreadableAsset: Asset, @unchecked Sendable {
  private let name: String

  package init(_ failure: AssetFailure) {
    name = failure.asset
    super.init()
    fail(stage: failure.stage, failure.reason)
  }

  override package var displayName: String { name }
}
