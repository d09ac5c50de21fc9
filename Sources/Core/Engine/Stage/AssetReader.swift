/// A reader that divides a source into batches; used by one worker at a time.
package protocol AssetReader: AnyObject {
  /// Returns the next batch of the source, or nil at its end. Slow work such as parsing lines is
  /// left to ``PendingBatch/unfold``, which workers call in parallel.
  func next() throws -> PendingBatch?

  /// True if ``next()`` is known to have no more batches.
  var isAtEnd: Bool { get }

  /// True if ``next()`` reached the end of the source, rather than being stopped before.
  var didSeeEnd: Bool { get }

  /// Notes for the user about what was read; complete at the end of the source.
  var notes: [String] { get }
}

extension AssetReader {
  package var didSeeEnd: Bool { isAtEnd }
  package var notes: [String] { [] }
}

/// A batch of a source before its assets are created, by the worker that processes it.
package struct PendingBatch: Sendable {
  /// Makes the assets of the batch; safe from any thread.
  package let unfold: @Sendable () -> [Asset]

  package init(_ unfold: @escaping @Sendable () -> [Asset]) {
    self.unfold = unfold
  }
}
