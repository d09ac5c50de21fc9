/// Stands for something of a source that could not be read, so that the run reports it.
///
/// `@unchecked Sendable`: confined like every ``Asset`` to the lane that holds its batch.
package final class UnreadableAsset: Asset, @unchecked Sendable {
  private let name: String

  package init(_ failure: AssetFailure) {
    name = failure.asset
    super.init()
    fail(stage: failure.stage, failure.reason)
  }

  override package var displayName: String { name }
}
