/// A question to a person about one asset.
package struct Offer: Hashable, Sendable {
  package let title: String
  /// How long the question stays, in milliseconds.
  package let dismissAfter: Int64

  package init(title: String, dismissAfter: Int64) {
    self.title = title
    self.dismissAfter = dismissAfter
  }
}
