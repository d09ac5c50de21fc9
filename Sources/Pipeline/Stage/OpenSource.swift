/// A source that was opened for one run.
public struct OpenSource {
  package let reader: any AssetReader
  /// The tests that the source leaves to the run.
  package let residual: Predicate
  /// Whether the assets come in the order that the query asks for.
  package let isOrdered: Bool
  /// What a person should know before relying on what is read.
  package let notes: [String]

  package init(
    reader: any AssetReader, residual: Predicate, isOrdered: Bool = false, notes: [String] = []
  ) {
    self.reader = reader
    self.residual = residual
    self.isOrdered = isOrdered
    self.notes = notes
  }
}
