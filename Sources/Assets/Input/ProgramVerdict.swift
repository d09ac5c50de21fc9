/// An answer of a program that is no record: that it leaves an asset out, or failed at it.
///
/// A line `null` leaves out, and `{"v":1,"error":"why","localIdentifier":…}` fails. An error that names
/// no asset is about the first that waits for an answer.
///
/// `@unchecked Sendable`: confined like every ``Asset`` to the lane that holds its batch.
package final class ProgramVerdict: Asset, @unchecked Sendable {
  /// The asset that it is about; nil where the line does not say.
  package let identifier: String?
  /// The reason of the failure; nil where the asset is left out.
  package let reason: String?
  private let name: String

  /// - Parameter name: the line, for an error that names no asset.
  init(about identifier: String? = nil, reason: String? = nil, name: String) {
    self.identifier = identifier
    self.reason = reason
    self.name = identifier ?? name
    super.init()
    if let reason { fail(stage: "exec", reason) }
  }

  override package var displayName: String { name }
}
