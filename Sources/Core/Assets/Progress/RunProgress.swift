internal import Platform
internal import Synchronization

/// A run's progress in items and bytes: how much is done, and how much there is if that is known;
/// safe from any thread. No count decreases.
public final class RunProgress: Sendable {
  /// True if the source has to count its items in advance, so that there is a total.
  public let wantsTotal: Bool

  /// Completed items in millionths, so that the progress of a large item shows.
  private let doneParts = Atomic<Int>(0)
  private let totalItems = Atomic<Int>(0)
  private let doneBytes = Atomic<Int>(0)
  private let failures = Atomic<Int>(0)

  /// The number of parts in which the work on one item is counted.
  package static let partsPerItem = 1_000_000

  /// The items that are being worked on.
  public let items: ActiveItems

  /// The kinds of work that process all bytes of an item, in order; each has an equal share.
  private let works = Lock<[ItemWork]>([])

  /// The progress of the run that this one is a part of; nil for a whole run.
  private let whole: RunProgress?

  public init(wantsTotal: Bool = false) {
    self.wantsTotal = wantsTotal
    whole = nil
    items = ActiveItems()
  }

  /// Creates the progress of a part of a run. Bytes, failures and current items count in both.
  package init(partOf whole: RunProgress, wantsTotal: Bool = false) {
    self.wantsTotal = wantsTotal
    self.whole = whole
    items = whole.items
    expect(works: whole.works.withLock { $0 })
  }

  /// The current counts of items, bytes and failures.
  public var snapshot: Snapshot {
    let total = totalItems.load(ordering: .relaxed)
    let known = doneParts.load(ordering: .relaxed)
    // Assets that are only read on the way, such as those of albums, are not among the items.
    let parts = total > 0 ? min(known, total * Self.partsPerItem) : known
    return Snapshot(
      doneItems: parts / Self.partsPerItem, totalItems: total,
      doneBytes: doneBytes.load(ordering: .relaxed),
      failures: failures.load(ordering: .relaxed),
      begunItems: Double(parts % Self.partsPerItem) / Double(Self.partsPerItem))
  }

  /// Sets the kinds of work that will process all bytes of an item; duplicates count once.
  package func expect(works: [ItemWork]) {
    var once: [ItemWork] = []
    for work in works where !once.contains(work) { once.append(work) }
    self.works.withLock { $0 = once }
  }

  /// Returns the range of a work in the progress of an item, in ``partsPerItem``; the whole range
  /// for an unexpected work.
  func share(of work: ItemWork) -> Range<Int> {
    let works = works.withLock { $0 }
    guard let place = works.firstIndex(of: work) else { return 0..<Self.partsPerItem }
    return Self.partsPerItem * place / works.count..<Self.partsPerItem * (place + 1) / works.count
  }

  /// Sets the total number of items; called before work on newly counted items begins.
  package func expect(items: Int) {
    totalItems.store(items, ordering: .relaxed)
  }

  /// Reports a number of newly completed items.
  package func complete(items: Int) {
    complete(parts: items * Self.partsPerItem)
  }

  /// Reports a completed part of an item, in millionths.
  package func complete(parts: Int) {
    if parts != 0 { doneParts.wrappingAdd(parts, ordering: .relaxed) }
  }

  /// Reports a number of newly processed bytes.
  package func complete(bytes: Int) {
    whole?.complete(bytes: bytes)
    if bytes != 0 { doneBytes.wrappingAdd(bytes, ordering: .relaxed) }
  }

  /// Reports a number of newly failed items.
  package func complete(failures: Int) {
    whole?.complete(failures: failures)
    if failures != 0 { self.failures.wrappingAdd(failures, ordering: .relaxed) }
  }
}

extension RunProgress {
  /// A run's counts at one moment.
  public struct Snapshot: Sendable, Hashable {
    /// The number of completed items.
    public let doneItems: Int
    /// The total number of items; 0 when the source doesn't know it.
    public let totalItems: Int
    /// The number of processed bytes.
    public let doneBytes: Int
    /// The number of failed items.
    public let failures: Int
    /// The sum of the completed parts of current items, where 1.0 is one item.
    public var begunItems = 0.0

    /// The completed part of the run, from 0.0 to 1.0; nil without a total.
    public var fraction: Double? {
      if totalItems > 0 { return min(1, (Double(doneItems) + begunItems) / Double(totalItems)) }
      return nil
    }
  }
}
