/// A source that was opened for one run.
public struct OpenSource {
  package let reader: any AssetReader
  /// The tests that the source leaves to the run.
  package let residual: Predicate
  /// Whether the assets come in the order that the query asks for.
  package let isOrdered: Bool
  /// How many assets the source left out of those that the query's offset leaves out.
  package let skipped: Int
  /// What a person should know before relying on what is read.
  package let notes: [String]

  package init(
    reader: any AssetReader, residual: Predicate, isOrdered: Bool = false, skipped: Int = 0,
    notes: [String] = []
  ) {
    self.reader = reader
    self.residual = residual
    self.isOrdered = isOrdered
    self.skipped = skipped
    self.notes = notes
  }
}
