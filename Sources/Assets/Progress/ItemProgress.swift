internal import Synchronization

/// How far the loading of one item is, as `Progress` tells it; safe from any thread.
///
/// ```swift
/// let progress = ItemProgress(parent: context.progress)
/// let data = try provider.loadData(progress)   // elsewhere: progress.cancel()
/// ```
///
/// Units are bytes. The fraction only ever grows, even when the total turns out larger; what it
/// grows by is told to the run's progress, of which the item is one part.
public final class ItemProgress: Sendable {
  private let run: RunProgress?
  private let cancellation: Cancellation?
  private let total: Atomic<Int64>
  private let completed = Atomic<Int64>(0)
  /// How much the fraction is, in the run's parts of an item.
  private let granted = Atomic<Int>(0)
  private let cancelled = Atomic(false)

  /// - Parameters:
  ///   - totalUnitCount: the bytes to load; 0 while that is not known.
  ///   - parent: the run that the item is part of.
  ///   - cancellation: ends this item with all others.
  public init(
    totalUnitCount: Int64 = 0, parent: RunProgress? = nil, cancellation: Cancellation? = nil
  ) {
    total = Atomic(max(0, totalUnitCount))
    run = parent
    self.cancellation = cancellation
  }

  /// From 0.0 to 1.0.
  public var fractionCompleted: Double {
    Double(grantedParts) / Double(RunProgress.partsPerItem)
  }

  public var completedUnitCount: Int64 { completed.load(ordering: .relaxed) }
  /// 0 while it is not known.
  public var totalUnitCount: Int64 { total.load(ordering: .relaxed) }

  /// Asks the loading to stop; it then fails.
  public func cancel() {
    cancelled.store(true, ordering: .relaxed)
  }

  /// Whether this item, or the whole run, is to stop.
  public var isCancelled: Bool {
    cancelled.load(ordering: .relaxed) || cancellation?.isCancelled == true
  }

  /// How much of the item was told to the run, in ``RunProgress/partsPerItem``.
  package var grantedParts: Int { granted.load(ordering: .relaxed) }

  /// Tells that there will be so many bytes, if that was not known.
  package func expect(_ units: Int64) {
    _ = total.compareExchange(expected: 0, desired: max(0, units), ordering: .relaxed)
  }

  /// Tells of bytes that are done.
  package func complete(_ units: Int64) {
    guard units > 0 else { return }
    let (_, done) = completed.wrappingAdd(units, ordering: .relaxed)
    run?.complete(bytes: Int(clamping: units))
    let expected = totalUnitCount
    guard expected > 0, done > 0 else { return }
    let share = min(1, Double(done) / Double(expected))
    grant(Int(share * Double(RunProgress.partsPerItem)))
  }

  /// Tells that nothing is left to do, whatever the counts say.
  package func finish() {
    grant(RunProgress.partsPerItem)
  }

  private func grant(_ parts: Int) {
    var known = granted.load(ordering: .relaxed)
    while parts > known {
      let (exchanged, current) = granted.compareExchange(
        expected: known, desired: parts, ordering: .relaxed)
      if exchanged {
        run?.complete(parts: parts - known)
        return
      }
      known = current
    }
  }
}
