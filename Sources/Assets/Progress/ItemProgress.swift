internal import Platform
internal import Synchronization

/// How far the work on one item is, as `Progress` tells it; safe from any thread.
///
/// ```swift
/// let progress = ItemProgress(parent: context.progress)
/// let data = try provider.loadData(progress)   // elsewhere: progress.cancel()
/// ```
///
/// Units are bytes, of which no more are ever done than there are. An item is read as often as the
/// run's ``RunProgress/works`` say: each work begins where the one before it ends and moves the
/// fraction on by its share. The fraction only ever grows, even when a total turns out larger; each
/// growth is added to the run's progress, of which the item is one part.
public final class ItemProgress: Sendable {
  /// The item's name in messages; empty for an item without a name.
  public let name: String
  /// The item's identifier within its library; empty for an item without one.
  public let identifier: String
  private let run: RunProgress?
  private let cancellation: Cancellation?
  private let state: Lock<State>
  private let cancelled = Atomic(false)

  private struct State {
    var total: Int64
    var completed: Int64 = 0
    /// The share of the work at hand in the whole, in ``RunProgress/partsPerItem``.
    var share = 0..<RunProgress.partsPerItem
    /// How much the fraction is, in the same.
    var granted = 0
    var work: ItemWork?
  }

  /// - Parameters:
  ///   - name: what messages call the item.
  ///   - identifier: what names it within its library.
  ///   - totalUnitCount: the bytes to load; 0 while that is not known.
  ///   - parent: the run that the item is part of.
  ///   - cancellation: ends this item with all others.
  public init(
    name: String = "", identifier: String = "", totalUnitCount: Int64 = 0,
    parent: RunProgress? = nil, cancellation: Cancellation? = nil
  ) {
    self.name = name
    self.identifier = identifier
    state = Lock(State(total: max(0, totalUnitCount)))
    run = parent
    self.cancellation = cancellation
  }

  /// From 0.0 to 1.0.
  public var fractionCompleted: Double { reading.fraction }

  /// Of the work at hand.
  public var completedUnitCount: Int64 { state.withLock { $0.completed } }
  /// Of the work at hand; 0 while it is not known.
  public var totalUnitCount: Int64 { state.withLock { $0.total } }

  /// How far the item is, for those who show it.
  public var reading: ItemReading {
    let (granted, work) = state.withLock { ($0.granted, $0.work) }
    return ItemReading(
      name: name, identifier: identifier, work: work,
      fraction: Double(granted) / Double(RunProgress.partsPerItem))
  }

  /// Asks the work to stop; it then fails.
  public func cancel() {
    cancelled.store(true, ordering: .relaxed)
  }

  /// True if this item, or the whole run, is to stop.
  public var isCancelled: Bool {
    cancelled.load(ordering: .relaxed) || cancellation?.isCancelled == true
  }

  /// How much of the item was told to the run, in ``RunProgress/partsPerItem``.
  package var grantedParts: Int { state.withLock { $0.granted } }

  /// Does a work on the item: the run knows the item as at hand meanwhile.
  ///
  /// - Parameters:
  ///   - units: the bytes that will be gone through.
  ///   - body: tells of them by ``complete(_:)``. When it returns, the work's share is done.
  package func during<Result, Failure: Error>(
    _ work: ItemWork, of units: Int64, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin(work, of: units)
    var isDone = false
    defer { end(isDone: isDone) }
    let result = try body()
    isDone = true
    return result
  }

  /// Begins a work, for one that does not end in the same place; ``end(isDone:)`` ends it.
  package func begin(_ work: ItemWork, of units: Int64) {
    let share = run?.share(of: work) ?? 0..<RunProgress.partsPerItem
    let missed = state.withLock { state in
      state.work = work
      state.share = share
      (state.completed, state.total) = (0, max(0, units))
      return Self.grant(share.lowerBound, &state)
    }
    run?.complete(parts: missed)
    run?.items.add(self)
  }

  /// Tells that there will be so many bytes, if that was not known.
  package func expect(_ units: Int64) {
    state.withLock { if $0.total == 0 { $0.total = max($0.completed, units) } }
  }

  /// Tells of bytes that are done.
  package func complete(_ units: Int64) {
    guard units > 0 else { return }
    run?.complete(bytes: Int(clamping: units))
    grantShare { state in
      let (sum, overflow) = state.completed.addingReportingOverflow(units)
      // A file may grow while it is read, and a picture be made in several tries.
      let most = state.total > 0 ? state.total : .max
      state.completed = overflow ? most : min(sum, most)
      return state.total > 0 ? Double(state.completed) / Double(state.total) : 0
    }
  }

  /// Tells how much of the work at hand is done, for work that does not go by bytes.
  package func complete(share: Double) {
    grantShare { _ in share }
  }

  /// - Parameter done: how much of the work at hand is done, from 0.0 to 1.0.
  private func grantShare(_ done: (inout State) -> Double) {
    let (parts, isStep) = state.withLock { state in
      let known = state.granted
      let done = min(1, max(0, done(&state)))
      let parts = Self.grant(
        state.share.lowerBound + Int(done * Double(state.share.count)), &state)
      return (parts, known / Self.step != state.granted / Self.step)
    }
    run?.complete(parts: parts)
    if isStep { run?.items.step(self) }
  }

  /// A hundredth.
  private static let step = RunProgress.partsPerItem / 100

  /// Ends the work at hand.
  ///
  /// - Parameter isDone: whether its share is done, whatever the counts say.
  package func end(isDone: Bool) {
    if isDone { run?.complete(parts: state.withLock { Self.grant($0.share.upperBound, &$0) }) }
    run?.items.remove(self)
  }

  /// Tells that nothing is left to do.
  package func finish() {
    let parts = state.withLock { Self.grant(RunProgress.partsPerItem, &$0) }
    run?.complete(parts: parts)
  }

  /// By how much the fraction grew.
  private static func grant(_ parts: Int, _ state: inout State) -> Int {
    guard parts > state.granted else { return 0 }
    defer { state.granted = parts }
    return parts - state.granted
  }
}
