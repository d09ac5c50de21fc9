/// One run of a plan: workers process batches, their order is restored, and records are written.
///
/// ```swift
/// let report = try PipelineRun(plan, in: context, functions: rule).run()
/// ```
///
/// Blocks the calling thread, which does the steps that need source order, and the writing.
public struct PipelineRun: Sendable {
  let plan: PipelinePlan
  private(set) var context: RunContext
  private(set) var functions: (any RuleFunctions)?
  private let outputDescriptor: Int32
  let workerCount: Int

  /// - Parameters:
  ///   - functions: The functions of the plan's rule; nil if it has none.
  ///   - outputDescriptor: The descriptor for records; 1 is standard output.
  ///   - lanes: The number of workers; at least 1.
  public init(
    _ plan: PipelinePlan, in context: RunContext, functions: (any RuleFunctions)? = nil,
    outputDescriptor: Int32 = 1, lanes: Int
  ) {
    self.plan = plan
    self.context = context
    self.context.fields = plan.fields
    // The records that a user picks from are offers.
    self.context.services.offers = context.services.offers.another(
      repeating: context.services.postponedClaims == nil
        && plan.repeatsOffers(hasOutput: context.output.isNamed))
    self.functions = functions
    self.outputDescriptor = outputDescriptor
    workerCount = max(1, lanes)
  }

  func with(_ functions: any RuleFunctions) -> PipelineRun {
    var run = self
    run.functions = functions
    return run
  }

  func with(_ turn: OfferTurn) -> PipelineRun {
    var run = self
    run.context.resources[OfferTurn.self] = turn
    return run
  }

  /// Returns the run with resources of its own, which end when its evaluation of the watch ends.
  func asEvaluation() -> PipelineRun {
    var run = self
    run.context.resources = context.resources.forEvaluation()
    return run
  }

  /// Runs to the end of the source, or until no more assets can pass or the output is closed.
  public func run() throws -> RunReport {
    var run = self
    if let observed = plan.observed {
      run.context.observer = try FetchObserver(observed, plan, in: context)
    }
    return try context.holdingLibraries(of: plan) { [run] in
      let start = ContinuousClock.now
      let reading = Cancellation()
      defer {
        reading.cancel()
        // The metadata that a failed run has read is valid, too.
        context.services.catalogue?.close()
      }
      context.progress.expect(works: plan.steps.flatMap(\.works))
      var report = RunReport()
      if let observer = run.context.observer, observer.isUnchanged {
        // A closed output is no error here, either.
        do { try observer.renew(run.sink()) } catch RunProblem.outputClosed {}
      } else {
        let opened = try run.open(until: reading)
        report = try run.finish(run.steps(behind: opened), of: opened.reader, until: reading)
        report.notes = opened.notes + report.notes + opened.reader.notes
        if let note = context.unfinishedFiles?.take() { report.notes.append(note) }
        // Closed before the time is measured, as writing the catalogue is part of the run.
        context.services.catalogue?.close()
        if context.cancellation.isCancelled { throw RunProblem.cancelled }
      }
      report.seconds = (ContinuousClock.now - start) / .seconds(1)
      return report
    }
  }

  /// Opens the source, whose reading ends when `reading` is cancelled.
  func open(until reading: Cancellation) throws -> Answer {
    try plan.source.open(plan.query, in: context.reading(until: reading))
  }

  private func sink() -> RecordSink {
    RecordSink(
      context, output: RecordOutput(descriptor: outputDescriptor, context.output.lines),
      countsRefusals: plan.hasOffers, postponedClaims: context.services.postponedClaims,
      outlivesReader: !context.request.isDryRun
        && plan.outlivesReader(hasOutput: context.output.folder != nil))
  }

  /// Passes assets through steps and writes those that pass; releases claims of content not shown.
  func finish(
    _ steps: [any Step], of reader: any AssetReader, until reading: Cancellation
  ) throws -> RunReport {
    defer { try? context.services.offers.releaseAll() }
    let reader = context.stepObserver.map { ObservedReader(reader, by: $0) } ?? reader
    let calls = steps.compactMap { step in
      step.traits.program.map {
        GuardedCall(
          call: $0, consent: step.traits.action.consent, condition: step.traits.action.tests)
      }
    }
    let stretches = steps.split(omittingEmptySubsequences: false) { $0.traits.program != nil }
      .map { Array($0) }
    let sink = sink()
    do {
      var report: RunReport
      if calls.isEmpty || context.request.isDryRun {
        let part = RunPart(stretches[0], of: reader, in: context, self, sink, until: reading)
        do {
          try part.run()
          if let observer = context.observer {
            if context.cancellation.isCancelled { throw RunProblem.cancelled }
            try observer.end(sink)
          }
        } catch RunProblem.outputClosed {}
        report = part.complete()
        report.notes += calls.prefix(1).map { call in
          "dry run: \(call.call.title) is not started; these are the records that it would get"
        }
      } else {
        report = try ProgramChain(
          calls, between: stretches, of: reader, until: reading, to: sink, of: self
        ).run()
      }
      report.offers = context.services.offers.takeTally()
      report.programProblems += context.services.programEnds.take()
      return report
    } catch  where context.cancellation.isCancelled {
      // The cancellation caused the error, wherever it was thrown: a read, a copy or a function.
      throw RunProblem.cancelled
    }
  }

  /// Returns the plan's steps for this run, without those that the source does itself.
  func steps(behind opened: Answer) -> [any Step] {
    var steps = plan.steps.map { $0.forRun() }
    if opened.isOrdered, let place = plan.orderPlace { steps.remove(at: place) }
    if opened.skipped > 0, let place = steps.firstIndex(where: { $0.traits.fetch.slice != nil }),
      let slice = steps[place].traits.fetch.slice
    {
      steps[place] = LimitStep(offset: slice.offset - opened.skipped, limit: slice.limit)
    }
    if opened.residual != .always {
      let kept = context.resources[FilterCache.self] ?? FilterCache()
      steps.insert(kept.step(for: opened.residual, plan.fields), at: 0)
    }
    guard let observer = context.stepObserver else { return steps }
    observer.begin(steps)
    return steps.enumerated().map { ObservedStep(step: $1, place: $0, observer: observer) }
  }
}
