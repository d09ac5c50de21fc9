/// What the catalogue holds.
package struct CatalogueStatus: Sendable, Hashable {
  /// The database, whether or not it is there.
  package let path: String
  /// How many files are known.
  package let count: Int
  /// What it takes, in bytes.
  package let byteCount: Int64
  /// What it may take, in bytes; what was used last stays.
  package let limit: Int64
  /// Why it can't be used, if so; the next run makes a damaged one anew.
  package let problem: String?
}
