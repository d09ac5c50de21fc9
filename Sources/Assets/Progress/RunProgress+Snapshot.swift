extension RunProgress {
  /// One reading of a run's counts.
  public struct Snapshot: Sendable, Hashable {
    public let doneItems: Int
    /// 0 when the source can't tell.
    public let totalItems: Int
    public let doneBytes: Int
    public let failures: Int
    /// How much of the items that are worked on is done, in items.
    public var begunItems = 0.0

    /// From 0.0 to 1.0; nil without a total.
    public var fraction: Double? {
      if totalItems > 0 { return min(1, (Double(doneItems) + begunItems) / Double(totalItems)) }
      return nil
    }
  }
}
