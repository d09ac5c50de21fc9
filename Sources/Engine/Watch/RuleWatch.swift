/// Runs a rule for what arrives in its libraries: each arrival is an evaluation of its own, at its own
/// moment.
///
/// Offers go to an ``OfferLine``, so that nothing that arrives later waits for an answer. Confined to
/// the thread that watches.
package final class RuleWatch {
  private let context: RunContext
  private let functions: (any RuleFunctions)?
  private let outputDescriptor: Int32
  private let line: OfferLine?
  private let plans: (Instant) throws -> [PipelinePlan]
  /// What runs the functions of the rule's pipelines, for this thread.
  private var kept: [MomentFunctions]
  /// The filters of the rule's pipelines.
  private var filters: [KeptFilter] = []
  private var hasFailed = false
  /// How many assets it has offered so far.
  package private(set) var offers = 0

  /// - Parameters:
  ///   - context: of every evaluation, but for its moment and what arrived.
  ///   - line: where offers wait; nil where nobody is asked.
  ///   - plans: lays the rule's pipelines out for a moment.
  package init(
    in context: RunContext, functions: (any RuleFunctions)?, outputDescriptor: Int32 = 1,
    offersBy line: OfferLine?, plans: @escaping (Instant) throws -> [PipelinePlan]
  ) {
    self.context = context
    self.functions = functions
    self.outputDescriptor = outputDescriptor
    self.line = line
    self.plans = plans
    kept = []
  }

  /// Evaluates the rule for what arrived.
  ///
  /// - Returns: the report of what was done; offers that wait are in the report of the line.
  package func evaluate(_ arrivals: Arrivals, at now: Instant) throws -> RunReport {
    var report = RunReport()
    let plans = try plans(now)
    if kept.isEmpty, let functions { kept = plans.map { _ in MomentFunctions(functions) } }
    while filters.count < plans.count { filters.append(KeptFilter()) }
    for (place, plan) in plans.enumerated() {
      var own = context
      own.now = now
      own.arrivals = arrivals
      own.offers = context.offers.another()
      own.progress = RunProgress()
      // Libraries are not held open, so that their disks can be unmounted.
      own.resources[OpenedLibraries.self] = OpenedLibraries()
      own.resources[KeptFilter.self] = filters[place]
      let functions = kept.isEmpty ? nil : kept[place]
      functions?.begin(at: now, failed: hasFailed)
      hasFailed = true
      let run = PipelineRun(
        plan, in: own, functions: functions, outputDescriptor: outputDescriptor, lanes: 1)
      report = report.followed(by: try evaluate(run))
      hasFailed = false
    }
    return report
  }

  private func evaluate(_ run: PipelineRun) throws -> RunReport {
    let reading = Cancellation()
    defer { reading.cancel() }
    let opened = try run.open(until: reading)
    let steps = run.steps(behind: opened)
    let asking = steps.firstIndex { $0.traits.question != nil }
    guard let line, let asking, let question = steps[asking].traits.question else {
      var report = try run.finish(steps, of: opened.reader, until: reading)
      report.notes = opened.notes + report.notes
      offers += report.offers.total
      return report
    }
    // A program in front of the question takes its time, too.
    let front = min(asking, steps.firstIndex { $0.traits.program != nil } ?? asking)
    var report = RunReport()
    let gathered = try run.gather(steps[..<front], of: opened.reader, &report)
    let tests = PredicateProgram(question.tests)
    let mayPass = front == asking
    let waiting = gathered.filter { !mayPass || tests.matches($0) }
    let bystanders = gathered.filter { mayPass && !tests.matches($0) }
    if !waiting.isEmpty {
      offers += waiting.count
      var joint = Array(steps[front...])
      joint[asking - front] = question.joint
      line.add(
        WaitingOffers(
          run: functions.map { run.with(MomentFunctions($0, at: run.context.now)) } ?? run,
          steps: Array(steps[front...]),
          joint: joint, assets: waiting, origin: ObjectIdentifier(self)))
    }
    if !bystanders.isEmpty {
      report = report.followed(
        by: try run.finish(
          Array(steps[front...]), of: GatheredReader(bystanders), until: reading))
    }
    return report
  }
}

extension PipelineRun {
  /// Takes assets through the first steps, and gives those that came through.
  func gather(
    _ steps: ArraySlice<any Step>, of reader: any AssetReader, _ report: inout RunReport
  ) throws -> [Asset] {
    let lane = Lane(context: context, functions: functions)
    var chain = try StepChain(steps, in: lane)
    var gathered: [Asset] = []
    func take(_ batch: Batch) {
      for failure in report.add(batch.failures) { context.failed?(failure) }
      gathered += batch.survivors
    }
    while let pending = try reader.next(), !chain.isSatisfied {
      var batch = lane.crew.unfold(pending, ordinal: 0, for: steps)
      report.read += batch.assetCount
      try chain.process(&batch, isLast: reader.isAtEnd, emit: take)
    }
    try chain.finish(emit: take)
    return gathered
  }
}
