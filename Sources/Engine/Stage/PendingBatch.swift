/// A piece of a source, to be turned into assets by the lane that works on it.
package struct PendingBatch: Sendable {
  package let unfold: @Sendable () -> [Asset]

  package init(_ unfold: @escaping @Sendable () -> [Asset]) {
    self.unfold = unfold
  }
}
