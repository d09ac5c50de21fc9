/// How much a library that was opened for fetching keeps in memory.
public struct FetchBounds: Hashable, Sendable {
  /// Rows of assets, over all results; those that were used last stay.
  public var rows: Int
  /// Results, and lists of albums, that are given again when the same is fetched.
  public var results: Int

  public init(rows: Int = 4096, results: Int = 16) {
    self.rows = max(0, rows)
    self.results = max(0, results)
  }
}
