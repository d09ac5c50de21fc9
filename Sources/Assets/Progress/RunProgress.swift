internal import Platform
internal import Synchronization

/// How far a run is: items and bytes, done and in all; safe from any thread.
///
/// Counts only ever grow, and the total is known at once or not at all, so a fraction shown from
/// them is monotonic.
public final class RunProgress: Sendable {
  /// True if the source is asked to count what it has before it begins, so that there is a total.
  public let wantsTotal: Bool

  /// In millionths, so that an item of many bytes shows while it is worked on.
  private let doneParts = Atomic<Int>(0)
  private let totalItems = Atomic<Int>(0)
  private let doneBytes = Atomic<Int>(0)
  private let failures = Atomic<Int>(0)

  /// How finely the work on one item is told.
  package static let partsPerItem = 1_000_000

  /// The items that are worked on right now.
  public let items: ItemsAtHand

  /// What is done with all bytes of an item, in order; each has the same share in its progress.
  private let works = Lock<[ItemWork]>([])

  /// The progress of the whole, of which this counts a part.
  private let whole: RunProgress?

  public init(wantsTotal: Bool = false) {
    self.wantsTotal = wantsTotal
    whole = nil
    items = ItemsAtHand()
  }

  /// Counts the items of a part of another run: bytes, failures and what is at hand are that run's, too.
  package init(partOf whole: RunProgress, wantsTotal: Bool = false) {
    self.wantsTotal = wantsTotal
    self.whole = whole
    items = whole.items
    expect(works: whole.works.withLock { $0 })
  }

  public var snapshot: Snapshot {
    let total = totalItems.load(ordering: .relaxed)
    let known = doneParts.load(ordering: .relaxed)
    // What is looked at on the way, such as the assets of albums, is none of the items.
    let parts = total > 0 ? min(known, total * Self.partsPerItem) : known
    return Snapshot(
      doneItems: parts / Self.partsPerItem, totalItems: total,
      doneBytes: doneBytes.load(ordering: .relaxed),
      failures: failures.load(ordering: .relaxed),
      begunItems: Double(parts % Self.partsPerItem) / Double(Self.partsPerItem))
  }

  /// Tells what will be done with all bytes of an item, in order; a work that comes again counts once.
  package func expect(works: [ItemWork]) {
    var once: [ItemWork] = []
    for work in works where !once.contains(work) { once.append(work) }
    self.works.withLock { $0 = once }
  }

  /// The share of a work in the progress of an item, in ``partsPerItem``; of one that was not
  /// expected, the whole.
  func share(of work: ItemWork) -> Range<Int> {
    let works = works.withLock { $0 }
    guard let place = works.firstIndex(of: work) else { return 0..<Self.partsPerItem }
    return Self.partsPerItem * place / works.count..<Self.partsPerItem * (place + 1) / works.count
  }

  /// Tells how many items there will be; called once, before the first.
  package func expect(items: Int) {
    totalItems.store(items, ordering: .relaxed)
  }

  package func complete(items: Int) {
    complete(parts: items * Self.partsPerItem)
  }

  /// Tells of a part of an item, in millionths.
  package func complete(parts: Int) {
    if parts != 0 { doneParts.wrappingAdd(parts, ordering: .relaxed) }
  }

  package func complete(bytes: Int) {
    whole?.complete(bytes: bytes)
    if bytes != 0 { doneBytes.wrappingAdd(bytes, ordering: .relaxed) }
  }

  package func complete(failures: Int) {
    whole?.complete(failures: failures)
    if failures != 0 { self.failures.wrappingAdd(failures, ordering: .relaxed) }
  }
}

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
