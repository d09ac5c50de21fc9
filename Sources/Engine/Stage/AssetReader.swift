/// Cuts a source into batches; used by one lane at a time.
package protocol AssetReader: AnyObject {
  /// The next piece of the source, or nil at its end.
  ///
  /// What can be done elsewhere, such as taking lines apart, is left to the piece, which is
  /// unfolded in the lane that works on it.
  func next() throws -> PendingBatch?

  /// Whether ``next()`` is known to have nothing more.
  var isAtEnd: Bool { get }

  /// Whether ``next()`` gave all there is, and was not left off before.
  var didSeeEnd: Bool { get }
}

extension AssetReader {
  package var didSeeEnd: Bool { isAtEnd }
}
