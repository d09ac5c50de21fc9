internal import CSystem
internal import Platform
internal import Synchronization

/// A pool of workers that take a source through steps in parallel, and pass on the batches in
/// order.
package struct WorkerPool {
  /// The context of the run.
  package let context: RunContext
  /// The functions of the rule; nil if it has none.
  package let functions: (any RuleFunctions)?
  /// The number of workers.
  package let count: Int

  /// The maximal number of batches in progress for each worker.
  private static let windowPerWorker = 4

  /// Starts the workers and passes their batches to `take`, in order, until it returns false.
  ///
  /// - Parameter reading: The reader's cancellation, set at the end.
  /// - Returns: The counts of each worker, one for each step.
  package func run(
    _ reader: any AssetReader, _ steps: ArraySlice<any Step>, until reading: Cancellation,
    take: (inout Batch) throws -> Bool
  ) throws -> [[StepTally]] {
    let queue = BatchQueue(lanes: count, window: count * Self.windowPerWorker)
    let shared = SharedReader(reader, firstOrdinal: 0)
    let body = { @Sendable [self] in work(shared, steps, queue) }
    let threads = (0..<count).map { _ in WorkerThread(body) }
    for thread in threads where thread == nil { queue.retire([]) }
    let taken = Result {
      guard threads.contains(where: { $0 != nil }) else {
        throw RunProblem.outputFailed("the system has no thread left")
      }
      while var batch = try queue.next() {
        if try !take(&batch) { break }
      }
    }
    // A worker may be waiting for standard input, which may stay silent forever.
    reading.cancel()
    queue.stop()
    for thread in threads { thread?.join() }
    try taken.get()
    return queue.workerTallies
  }

  /// Passes all batches to `take`; starts workers only if there is more than one batch.
  ///
  /// - Parameter worker: The calling worker, which does the first batch and waits for the others.
  package func runAll(
    _ reader: any AssetReader, _ steps: ArraySlice<any Step>, from worker: WorkerContext,
    take: (Batch) throws -> Void
  ) throws {
    guard let first = try reader.next() else { return }
    var front = try StepChain(steps, in: worker)
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

  private func work(_ reader: SharedReader, _ steps: ArraySlice<any Step>, _ queue: BatchQueue) {
    var tallies: [StepTally] = []
    do {
      var chain = try StepChain(steps, in: WorkerContext(context: context, functions: functions))
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

  /// Creates a batch's assets; reads headers in parallel if needed first and the disk is slow.
  package func unfold(
    _ pending: PendingBatch, ordinal: Int, for steps: ArraySlice<any Step>
  ) -> Batch {
    batch(of: pending.unfold(), ordinal: ordinal, for: steps)
  }

  /// Makes a batch of assets; reads headers in parallel if needed first and the disk is slow.
  package func batch(
    of assets: [Asset], ordinal: Int, for steps: ArraySlice<any Step>
  ) -> Batch {
    var batch = Batch(ordinal: ordinal, assets: assets)
    batch.keep { _ in true }
    let ahead = steps.first?.facets.intersection([.header, .descriptive]) ?? []
    if !ahead.isEmpty { SlowDisk().readAhead(ahead, of: batch) }
    return batch
  }
}

extension WorkerContext {
  /// A pool of further workers that this one may start.
  package var pool: WorkerPool { WorkerPool(context: context, functions: functions, count: width) }
}

/// A source that workers take batches from in turn, each with its number in source order.
final class SharedReader: Sendable {
  /// `@unchecked Sendable`: guarded by the lock.
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

/// A reader of a batch's headers, on many threads if the disk proves to be slow. A disk answers
/// many requests at once about as fast as one, but a worker makes one at a time. Cached files are
/// read faster than threads start, so the worker reads the first files of each batch alone. If the
/// system read many blocks from a disk for them, the disk is slow. Time is no criterion: on a busy
/// machine everything takes long.
struct SlowDisk {
  /// The number of 512-byte blocks, read for the first files, from which the disk counts as slow.
  private let blockLimit: Int

  private static let sampleCount = 8
  private static let threadCount = 16

  init(blockLimit: Int = 32) {
    self.blockLimit = blockLimit
  }

  private final class Counter: Sendable {
    private let next = Atomic(SlowDisk.sampleCount)

    func take() -> Int { next.wrappingAdd(1, ordering: .relaxed).oldValue }
  }

  /// Reads the headers, or more, of all selected assets; reads only a few of them if they are in
  /// memory.
  ///
  /// Each asset is read by one thread, while the worker that holds the batch waits.
  func readAhead(_ facets: FacetSet, of batch: Batch) {
    let assets = Array(batch.survivors)
    guard assets.count > 2 * Self.sampleCount,
      isSlow(assets.prefix(Self.sampleCount), reading: facets)
    else {
      return
    }
    for asset in assets { asset.expectSlowReads() }
    let counter = Counter()
    let threads = (0..<Self.threadCount).map { _ in
      WorkerThread {
        while true {
          let place = counter.take()
          guard place < assets.count else { return }
          assets[place].readAhead(facets)
        }
      }
    }
    for thread in threads { thread?.join() }
  }

  private func isSlow(_ assets: ArraySlice<Asset>, reading facets: FacetSet) -> Bool {
    let before = csystem_blocks_read()
    for asset in assets { asset.readAhead(facets) }
    return csystem_blocks_read() - before >= blockLimit
  }
}
