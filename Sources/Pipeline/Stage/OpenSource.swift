/// A source that was opened for one run.
public struct OpenSource {
  package let reader: any AssetReader
  /// The tests that the source leaves to the run.
  package let residual: Predicate
  /// What a person should know before relying on what is read.
  package let notes: [String]

  package init(reader: any AssetReader, residual: Predicate, notes: [String] = []) {
    self.reader = reader
    self.residual = residual
    self.notes = notes
  }
}
