internal import Synchronization

/// How far a run is: items and bytes, done and in all; safe from any thread.
///
/// Counts only ever grow, so a fraction shown from them is monotonic as long as the total is.
public final class RunProgress: Sendable {
  private let doneItems = Atomic<Int>(0)
  private let totalItems = Atomic<Int>(0)
  private let doneBytes = Atomic<Int>(0)
  private let totalBytes = Atomic<Int>(0)
  private let failures = Atomic<Int>(0)

  public init() {}

  /// One reading of the counts.
  public struct Snapshot: Sendable, Hashable {
    public let doneItems: Int
    /// What is known to come so far; 0 when the source can't tell.
    public let totalItems: Int
    public let doneBytes: Int
    public let totalBytes: Int
    public let failures: Int

    /// From 0.0 to 1.0; nil without a total. By bytes where bytes are known, else by items.
    public var fraction: Double? {
      if totalBytes > 0 { return min(1, Double(doneBytes) / Double(totalBytes)) }
      if totalItems > 0 { return min(1, Double(doneItems) / Double(totalItems)) }
      return nil
    }
  }

  public var snapshot: Snapshot {
    Snapshot(
      doneItems: doneItems.load(ordering: .relaxed),
      totalItems: totalItems.load(ordering: .relaxed),
      doneBytes: doneBytes.load(ordering: .relaxed),
      totalBytes: totalBytes.load(ordering: .relaxed),
      failures: failures.load(ordering: .relaxed))
  }

  package func expect(items: Int = 0, bytes: Int = 0) {
    if items != 0 { totalItems.wrappingAdd(items, ordering: .relaxed) }
    if bytes != 0 { totalBytes.wrappingAdd(bytes, ordering: .relaxed) }
  }

  package func complete(items: Int = 0, bytes: Int = 0, failures: Int = 0) {
    if items != 0 { doneItems.wrappingAdd(items, ordering: .relaxed) }
    if bytes != 0 { doneBytes.wrappingAdd(bytes, ordering: .relaxed) }
    if failures != 0 { self.failures.wrappingAdd(failures, ordering: .relaxed) }
  }
}
