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
