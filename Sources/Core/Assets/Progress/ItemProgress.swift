internal import Platform
internal import Synchronization

/// The progress of the work on one item, after Foundation's `Progress`; safe from any thread.
///
/// ```swift
/// let progress = ItemProgress(parent: context.progress)
/// let data = try provider.loadData(progress)   // elsewhere: progress.cancel()
/// ```
///
/// Units are bytes; the completed count never exceeds the total. An item is read once for each work
/// in the run's ``RunProgress/works``. Each work begins where the previous one ends and moves the
/// fraction on by its share. The fraction never decreases, even when a total turns out larger. Each
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
    /// The item's progress that the current work fills, in ``RunProgress/partsPerItem``.
    var share = 0..<RunProgress.partsPerItem
    /// The progress that was reported to the run, in ``RunProgress/partsPerItem``.
    var granted = 0
    var work: ItemWork?
  }

  /// - Parameters:
  ///   - name: the item's name in messages.
  ///   - identifier: the item's identifier within its library.
  ///   - totalUnitCount: the bytes to load; 0 while the number is not known.
  ///   - parent: the progress of the run that the item is part of; nil outside of a run.
  ///   - cancellation: the run's cancellation, which ends this item with all others.
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

  /// The completed part of all work on the item, from 0.0 to 1.0.
  public var fractionCompleted: Double { reading.fraction }

  /// The completed bytes of the current work.
  public var completedUnitCount: Int64 { state.withLock { $0.completed } }
  /// The total bytes of the current work; 0 while the number is not known.
  public var totalUnitCount: Int64 { state.withLock { $0.total } }

  /// The item's current progress, for displays.
  public var reading: ItemSnapshot {
    let (granted, work) = state.withLock { ($0.granted, $0.work) }
    return ItemSnapshot(
      name: name, identifier: identifier, work: work,
      fraction: Double(granted) / Double(RunProgress.partsPerItem))
  }

  /// Asks the work on this item to stop; it then fails.
  public func cancel() {
    cancelled.store(true, ordering: .relaxed)
  }

  /// True if this item, or the whole run, has to stop.
  public var isCancelled: Bool {
    cancelled.load(ordering: .relaxed) || cancellation?.isCancelled == true
  }

  /// The progress that was reported to the run, in ``RunProgress/partsPerItem``.
  package var grantedParts: Int { state.withLock { $0.granted } }

  /// Calls `body` as a work on the item, and lists the item in the run's ``ActiveItems`` meanwhile.
  ///
  /// - Parameters:
  ///   - units: the number of bytes that will be processed.
  ///   - body: reports processed bytes by ``complete(_:)``. After it, the work's share is complete.
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

  /// Begins a work on the item that ``end(isDone:)`` ends, in another function.
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

  /// Sets the total number of bytes, if it was not known.
  package func expect(_ units: Int64) {
    state.withLock { if $0.total == 0 { $0.total = max($0.completed, units) } }
  }

  /// Reports more processed bytes of the current work.
  package func complete(_ units: Int64) {
    guard units > 0 else { return }
    run?.complete(bytes: Int(clamping: units))
    grantShare { state in
      let (sum, overflow) = state.completed.addingReportingOverflow(units)
      // A file may grow while it is read, and a picture may take several attempts.
      let most = state.total > 0 ? state.total : .max
      state.completed = overflow ? most : min(sum, most)
      return state.total > 0 ? Double(state.completed) / Double(state.total) : 0
    }
  }

  /// Reports the completed part of a work that is not measured in bytes, from 0.0 to 1.0.
  package func complete(share: Double) {
    grantShare { _ in share }
  }

  /// Raises the item's fraction to the completed part of the current work.
  ///
  /// - Parameter done: returns that part, from 0.0 to 1.0.
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

  /// The growth after which an event is reported: a hundredth.
  private static let step = RunProgress.partsPerItem / 100

  /// Ends the current work.
  ///
  /// - Parameter isDone: true to count the work as complete, whatever bytes were reported.
  package func end(isDone: Bool) {
    if isDone { run?.complete(parts: state.withLock { Self.grant($0.share.upperBound, &$0) }) }
    run?.items.remove(self)
  }

  /// Reports that the item is complete.
  package func finish() {
    let parts = state.withLock { Self.grant(RunProgress.partsPerItem, &$0) }
    run?.complete(parts: parts)
  }

  /// Raises the progress to a number of parts, and returns by how much it grew.
  private static func grant(_ parts: Int, _ state: inout State) -> Int {
    guard parts > state.granted else { return 0 }
    defer { state.granted = parts }
    return parts - state.granted
  }
}
