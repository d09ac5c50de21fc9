/// Runs a plan once: lanes work on batches side by side, order is restored, the sink writes.
///
/// ```swift
/// let report = try PipelineRun(plan, in: context, functions: rule).run()
/// ```
///
/// Blocks the calling thread, which does the steps that need source order and the writing.
public struct PipelineRun: Sendable {
  private let plan: PipelinePlan
  private var context: RunContext
  private let functions: (any RuleFunctions)?
  private let prompter: (any Prompter)?
  private let outputDescriptor: Int32
  private let laneCount: Int

  /// Batches that may be on their way, for each lane.
  private static let windowPerLane = 4

  /// - Parameters:
  ///   - functions: the rule that the plan was made of, when it has functions.
  ///   - prompter: who asks a person; nil to hand every offer on without asking.
  ///   - outputDescriptor: where records go; 1 is standard output.
  ///   - lanes: how many threads work side by side; at least 1.
  public init(
    _ plan: PipelinePlan, in context: RunContext, functions: (any RuleFunctions)? = nil,
    prompter: (any Prompter)? = nil, outputDescriptor: Int32 = 1, lanes: Int
  ) {
    self.plan = plan
    self.context = context
    self.functions = functions
    self.prompter = prompter
    self.outputDescriptor = outputDescriptor
    laneCount = max(1, lanes)
  }

  /// Runs to the end of the source, or until nothing more can come through.
  ///
  /// A reader of the output that goes away ends the run without an error.
  public func run() throws -> RunReport {
    guard let observed = plan.observed else { return try runWhole() }
    var run = self
    run.context.observer = try FetchObserver(observed, plan, in: context)
    return try run.runWhole()
  }

  private func runWhole() throws -> RunReport {
    let clock = ContinuousClock()
    let start = clock.now
    let reading = Cancellation()
    defer {
      reading.cancel()
      // What a run learned before it failed holds as well.
      context.catalogue?.close()
    }
    let sink = OfferSink(
      context, prompter: prompter, output: RecordOutput(descriptor: outputDescriptor))
    let outlet = RunOutlet(context, sink)
    if let observer = context.observer, observer.isUnchanged {
      // Nobody reading the token is no error either.
      do { try sink.renew(observer) } catch RunProblem.outputClosed {}
      outlet.report.seconds = (clock.now - start) / .seconds(1)
      return outlet.report
    }
    let opened = try plan.source.open(plan.query, in: context.reading(until: reading))
    var steps = plan.steps.map { $0.forRun() }
    if opened.isOrdered, let place = plan.orderPlace { steps.remove(at: place) }
    if opened.residual != .always { steps.insert(PredicateStep(opened.residual), at: 0) }
    let parallel = steps.firstIndex { $0.ordering == .source } ?? steps.count
    let lanes = steps[..<parallel] + [ReadAheadStep(for: steps[parallel...])]
    outlet.report.notes = opened.notes
    do {
      try run(opened.reader, lanes, steps[parallel...], sink, outlet, reading)
      if let observer = context.observer { try sink.end(observer) }
    } catch RunProblem.outputClosed {
    } catch  where context.cancellation.isCancelled {
      // Whatever broke off, it was told to: a read, a copy, a function of the rule.
      throw RunProblem.cancelled
    }
    // Before the time is taken, which writing is part of.
    context.catalogue?.close()
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    outlet.finish()
    outlet.report.seconds = (clock.now - start) / .seconds(1)
    return outlet.report
  }

  private func run(
    _ reader: any AssetReader, _ laneSteps: ArraySlice<any Step>,
    _ serialSteps: ArraySlice<any Step>, _ sink: OfferSink, _ outlet: RunOutlet,
    _ reading: Cancellation
  ) throws {
    let lane = Lane(context: context, functions: functions)
    // Reading ahead is no step of the rule.
    let named = laneSteps.dropLast() + serialSteps
    let found = try reader.next()
    guard found != nil || context.observer != nil else {
      outlet.report.steps = named.map { ($0.name, StepTally()) }
      return
    }
    // Where a fetch is observed, that nothing is left of it has to be told.
    let first = found ?? PendingBatch { [] }
    var serial = try StepChain(serialSteps + [ReadAheadStep.last], in: lane)
    serial.allowInterimRecords(at: serialSteps.count - 1) { try sink.writeInterim($0) }
    var front = try StepChain(laneSteps, in: lane)
    var batch = unfold(first, ordinal: 0)
    readAhead(batch, for: laneSteps)
    outlet.report.read += batch.assets.count
    try front.process(&batch)
    try take(&batch, &serial, outlet)

    var tallies = [front.tallies]
    if !reader.isAtEnd, !serial.isSatisfied, !front.isSatisfied {
      tallies += try runLanes(reader, laneSteps, &serial, outlet, reading)
    }
    try serial.finish(emit: outlet.take)
    outlet.report.steps = zip(named, merged(tallies).dropLast() + serial.tallies).map {
      ($0.name, $1)
    }
  }

  /// Starts the lanes and takes their batches, in order, through what is left.
  private func runLanes(
    _ reader: any AssetReader, _ steps: ArraySlice<any Step>, _ serial: inout StepChain,
    _ outlet: RunOutlet, _ reading: Cancellation
  ) throws -> [[StepTally]] {
    let queue = BatchQueue(lanes: laneCount, window: laneCount * Self.windowPerLane)
    let shared = SharedReader(reader, firstOrdinal: 0)
    let body = { @Sendable [self] in work(shared, steps, queue) }
    let threads = (0..<laneCount).map { _ in LaneThread(body) }
    for thread in threads where thread == nil { queue.retire([]) }
    let taken = Result {
      guard threads.contains(where: { $0 != nil }) else {
        throw RunProblem.outputFailed("the system has no thread left")
      }
      while var batch = try queue.next() {
        outlet.report.read += batch.assets.count
        try take(&batch, &serial, outlet)
        if serial.isSatisfied { break }
      }
    }
    // A lane may be waiting for standard input, which may stay silent for ever.
    reading.cancel()
    queue.stop()
    for thread in threads { thread?.join() }
    try taken.get()
    return queue.laneTallies
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
        var batch = unfold(pending, ordinal: ordinal)
        readAhead(batch, for: steps)
        try chain.process(&batch)
        queue.deliver(batch)
      }
    } catch {
      queue.retire(tallies, failure: error)
      return
    }
    queue.retire(tallies)
  }

  /// Reads the headers of a batch at once where the first step needs them all and the disk is slow.
  private func readAhead(_ batch: Batch, for steps: ArraySlice<any Step>) {
    if steps.first?.facets.contains(.header) == true { SlowDisk().readAhead(batch) }
  }

  private func unfold(_ pending: PendingBatch, ordinal: Int) -> Batch {
    var batch = Batch(ordinal: ordinal, assets: pending.unfold())
    batch.keep { _ in true }
    return batch
  }

  private func take(
    _ batch: inout Batch, _ serial: inout StepChain, _ outlet: RunOutlet
  ) throws {
    if context.cancellation.isCancelled { throw RunProblem.cancelled }
    try serial.process(&batch, emit: outlet.take)
  }

  private func merged(_ tallies: [[StepTally]]) -> [StepTally] {
    guard var sum = tallies.first else { return [] }
    for lane in tallies.dropFirst() {
      for (index, tally) in lane.enumerated() { sum[index].add(tally) }
    }
    return sum
  }
}
