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
    if opened.skipped > 0, let place = steps.firstIndex(where: { $0.slice != nil }),
      let slice = steps[place].slice
    {
      steps[place] = LimitStep(offset: slice.offset - opened.skipped, limit: slice.limit)
    }
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
    let lane = Lane(context: context, functions: functions, width: laneCount)
    let crew = lane.crew
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
    var batch = crew.unfold(first, ordinal: 0, for: laneSteps)
    outlet.report.read += batch.assetCount
    try front.process(&batch)
    try take(&batch, &serial, outlet)

    var tallies = [front.tallies]
    if !reader.isAtEnd, !serial.isSatisfied, !front.isSatisfied {
      tallies += try crew.run(reader, laneSteps, until: reading) { batch in
        outlet.report.read += batch.assetCount
        try take(&batch, &serial, outlet)
        return !serial.isSatisfied
      }
    }
    try serial.finish(emit: outlet.take)
    outlet.report.steps = zip(named, merged(tallies).dropLast() + serial.tallies).map {
      ($0.name, $1)
    }
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
