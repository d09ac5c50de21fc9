/// What went wrong with one asset; the run goes on without it.
public struct AssetFailure: Error, Hashable, Sendable {
  /// The asset's path or identifier, as it is shown to a person.
  public let asset: String
  /// The stage or step that failed, such as `folder` or `filter`.
  public let stage: String
  /// Why, in lower case and without a full stop.
  public let reason: String

  public init(asset: String, stage: String, reason: String) {
    self.asset = asset
    self.stage = stage
    self.reason = reason
  }
}
