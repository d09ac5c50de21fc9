internal import CSystem
internal import Platform
internal import Synchronization

/// Several lanes that take a source through steps side by side, and hand on what comes out in order.
package struct LaneCrew {
  package let context: RunContext
  package let functions: (any RuleFunctions)?
  package let count: Int

  /// Batches that may be on their way, for each lane.
  private static let windowPerLane = 4

  /// Starts the lanes and hands on their batches, in order, until `take` answers false.
  ///
  /// - Parameter reading: is cancelled at the end; the reader watches it.
  package func run(
    _ reader: any AssetReader, _ steps: ArraySlice<any Step>, until reading: Cancellation,
    take: (inout Batch) throws -> Bool
  ) throws -> [[StepTally]] {
    let queue = BatchQueue(lanes: count, window: count * Self.windowPerLane)
    let shared = SharedReader(reader, firstOrdinal: 0)
    let body = { @Sendable [self] in work(shared, steps, queue) }
    let threads = (0..<count).map { _ in LaneThread(body) }
    for thread in threads where thread == nil { queue.retire([]) }
    let taken = Result {
      guard threads.contains(where: { $0 != nil }) else {
        throw RunProblem.outputFailed("the system has no thread left")
      }
      while var batch = try queue.next() {
        if try !take(&batch) { break }
      }
    }
    // A lane may be waiting for standard input, which may stay silent for ever.
    reading.cancel()
    queue.stop()
    for thread in threads { thread?.join() }
    try taken.get()
    return queue.laneTallies
  }

  /// Takes a reader to its end; lanes are started only if there is more than one batch.
  ///
  /// - Parameter lane: the one that waits meanwhile, which does the first batch.
  package func runAll(
    _ reader: any AssetReader, _ steps: ArraySlice<any Step>, from lane: Lane,
    take: (Batch) throws -> Void
  ) throws {
    guard let first = try reader.next() else { return }
    var front = try StepChain(steps, in: lane)
    var batch = unfold(first, ordinal: 0, for: steps)
    try front.process(&batch)
    try take(batch)
    guard !reader.isAtEnd else { return }
    _ = try run(reader, steps, until: Cancellation()) { batch in
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      try take(batch)
      return true
    }
  }

  /// What one lane does until the source ends.
  private func work(_ reader: SharedReader, _ steps: ArraySlice<any Step>, _ queue: BatchQueue) {
    var tallies: [StepTally] = []
    do {
      var chain = try StepChain(steps, in: Lane(context: context, functions: functions))
      defer { tallies = chain.tallies }
      while queue.admit() {
        if context.cancellation.isCancelled { throw RunProblem.cancelled }
        guard let (ordinal, pending) = try reader.next() else { break }
        var batch = unfold(pending, ordinal: ordinal, for: steps)
        try chain.process(&batch)
        queue.deliver(batch)
      }
    } catch {
      queue.retire(tallies, failure: error)
      return
    }
    queue.retire(tallies)
  }

  /// The assets of a piece; their headers are read at once where the first step needs them all and
  /// the disk is slow.
  package func unfold(
    _ pending: PendingBatch, ordinal: Int, for steps: ArraySlice<any Step>
  ) -> Batch {
    var batch = Batch(ordinal: ordinal, assets: pending.unfold())
    batch.keep { _ in true }
    if steps.first?.facets.contains(.header) == true { SlowDisk().readAhead(batch) }
    return batch
  }
}

extension Lane {
  /// Lanes that may be started from this one.
  package var crew: LaneCrew { LaneCrew(context: context, functions: functions, count: width) }
}

/// A source that lanes take pieces from in turn, each with its place in source order.
final class SharedReader: Sendable {
  /// The reader is confined to the one who holds the lock.
  private struct State: @unchecked Sendable {
    let reader: any AssetReader
    var nextOrdinal: Int
    var isExhausted = false
  }

  private let state: Lock<State>

  init(_ reader: any AssetReader, firstOrdinal: Int) {
    state = Lock(State(reader: reader, nextOrdinal: firstOrdinal))
  }

  func next() throws -> (ordinal: Int, pending: PendingBatch)? {
    try state.withLock { state in
      guard !state.isExhausted, let pending = try state.reader.next() else {
        state.isExhausted = true
        return nil
      }
      defer { state.nextOrdinal += 1 }
      return (state.nextOrdinal, pending)
    }
  }
}

/// Reads the headers of a batch on many threads where the disk turns out to be slow.
///
/// A disk answers many requests at once about as fast as one; a lane asks for one at a time. What
/// lies in memory is read faster than threads can be started, so the first files of each batch
/// are read by the lane alone. How much the system fetched from a disk for them decides, not how
/// long that took: on a busy machine everything takes long.
struct SlowDisk {
  /// A disk is read when so many blocks of 512 bytes came from it for the first files.
  private let blockLimit: Int

  private static let sampleCount = 8
  private static let threadCount = 16

  init(blockLimit: Int = 32) {
    self.blockLimit = blockLimit
  }

  /// The next asset to be read, counted up by the threads.
  private final class Counter: Sendable {
    private let next = Atomic(SlowDisk.sampleCount)

    func take() -> Int { next.wrappingAdd(1, ordering: .relaxed).oldValue }
  }

  /// Reads the headers of all that is still in; does little more than that of a few where they lie
  /// in memory.
  ///
  /// An asset is handed to one thread each, while the lane that holds the batch waits.
  func readAhead(_ batch: Batch) {
    let assets = Array(batch.survivors)
    guard assets.count > 2 * Self.sampleCount, isSlow(assets.prefix(Self.sampleCount)) else {
      return
    }
    for asset in assets { asset.expectSlowReads() }
    let counter = Counter()
    let threads = (0..<Self.threadCount).map { _ in
      LaneThread {
        while true {
          let place = counter.take()
          guard place < assets.count else { return }
          assets[place].readAhead(.header)
        }
      }
    }
    for thread in threads { thread?.join() }
  }

  private func isSlow(_ assets: ArraySlice<Asset>) -> Bool {
    let before = csystem_blocks_read()
    for asset in assets { asset.readAhead(.header) }
    return csystem_blocks_read() - before >= blockLimit
  }
}
