/// One of the answers that take what is offered, such as a button.
public struct OfferAction: Hashable, Sendable {
  /// The name that the record's `prompt.action` carries.
  public let name: String
  /// The words that the user reads.
  public let label: String

  public init(_ name: String, label: String) {
    self.name = name
    self.label = label
  }
}
