/// A failure of one asset; the run goes on without it.
public struct AssetFailure: Error, Hashable, Sendable {
  /// The asset's path or identifier, as it is shown to the user.
  public internal(set) var asset: String
  /// The stage or step that failed, such as `folder` or `filter`.
  public let stage: String
  /// Why, in lower case and without a full stop.
  public let reason: String
  /// Whether the rule is at fault, so that many assets may fail for the same reason.
  package let isOfRule: Bool

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
