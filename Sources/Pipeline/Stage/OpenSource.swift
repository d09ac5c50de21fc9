/// A source that was opened for one run.
public struct OpenSource {
  package let reader: any AssetReader
  /// The tests that the source leaves to the run.
  package let residual: Predicate

  package init(reader: any AssetReader, residual: Predicate) {
    self.reader = reader
    self.residual = residual
  }
}
