/// A watch that runs a rule for the assets that arrive in its libraries, once for each arrival.
/// Offers go to an ``OfferQueue``, so that no later arrival waits for an answer. Used only by the
/// thread that watches.
package final class RuleWatch {
  private let context: RunContext
  private let functions: (any RuleFunctions)?
  private let outputDescriptor: Int32
  private let queue: OfferQueue?
  private let activity: WatchActivity
  private let plans: (Instant) throws -> [PipelinePlan]
  private var kept: [ReusedFunctions]
  private var filters: [FilterCache] = []
  private var hasFailed = false
  /// The number of assets that the watch has offered so far.
  package private(set) var offers = 0
  /// The indexes of the pipelines that had neither record nor offer in the last evaluation.
  package private(set) var silent: [Int] = []

  /// - Parameters:
  ///   - context: The context of every evaluation, except for its moment and its arrivals.
  ///   - queue: The queue of waiting offers; nil if no user is asked.
  ///   - activity: The counter of the assets that wait for an answer.
  ///   - plans: Returns the plans of the rule's pipelines, with dates computed for a moment.
  package init(
    in context: RunContext, functions: (any RuleFunctions)?, outputDescriptor: Int32 = 1,
    offersBy queue: OfferQueue?, notedIn activity: WatchActivity = WatchActivity(),
    plans: @escaping (Instant) throws -> [PipelinePlan]
  ) {
    self.context = context
    self.functions = functions
    self.outputDescriptor = outputDescriptor
    self.queue = queue
    self.activity = activity
    self.plans = plans
    kept = []
  }

  /// Evaluates the rule for arrivals; the reports of waiting offers come from the queue.
  package func evaluate(_ arrivals: Arrivals, at now: Instant) throws -> RunReport {
    var report = RunReport()
    silent = []
    let plans = try plans(now)
    if kept.isEmpty, let functions { kept = plans.map { _ in ReusedFunctions(functions) } }
    while filters.count < plans.count { filters.append(FilterCache()) }
    let resources = context.resources.forEvaluation()
    defer { resources.endEvaluation() }
    for (place, plan) in plans.enumerated() where arrivals.pipeline ?? place == place {
      var own = context
      own.request.now = now
      own.resources = resources
      own.arrivals = arrivals
      own.progress = RunProgress()
      // Libraries are closed after each evaluation, so that their disks can be unmounted.
      own.resources[OpenedLibraries.self] = OpenedLibraries()
      own.resources[FilterCache.self] = filters[place]
      let functions = kept.isEmpty ? nil : kept[place]
      functions?.begin(at: now, failed: hasFailed)
      hasFailed = true
      let run = PipelineRun(
        plan, in: own, functions: functions, outputDescriptor: outputDescriptor, lanes: 1)
      let offersBefore = offers
      let part = try own.holdingLibraries(of: plan) { try evaluate(run, of: place) }
      if part.emitted == 0, offers == offersBefore { silent.append(place) }
      report = report.followed(by: part)
      hasFailed = false
    }
    return report
  }

  private func evaluate(_ run: PipelineRun, of pipeline: Int) throws -> RunReport {
    let reading = Cancellation()
    defer { reading.cancel() }
    let opened = try run.open(until: reading)
    let steps = run.steps(behind: opened)
    let asking = steps.firstIndex { $0.traits.question != nil }
    guard let queue, let asking, let question = steps[asking].traits.question else {
      var report = try run.finish(steps, of: opened.reader, until: reading)
      report.notes = opened.notes + report.notes
      offers += report.offers.total
      return report
    }
    // A program before the question may take long, too.
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
      let later = run.asEvaluation()
      activity.addWaiting(waiting.count)
      queue.add(
        WaitingOffers(
          run: functions.map { later.with(ReusedFunctions($0, at: run.context.request.now)) }
            ?? later,
          steps: Array(steps[front...]),
          joint: joint, assets: waiting,
          arrivals: [run.context.arrivals?.later(for: pipeline)].compactMap(\.self),
          origin: ObjectIdentifier(self), activity: activity))
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
  /// Passes assets through the first steps, and returns those that pass.
  func gather(
    _ steps: ArraySlice<any Step>, of reader: any AssetReader, _ report: inout RunReport
  ) throws -> [Asset] {
    let worker = WorkerContext(context: context, functions: functions)
    var chain = try StepChain(steps, in: worker)
    var gathered: [Asset] = []
    func take(_ batch: Batch) {
      for failure in report.add(batch.failures) { context.output.failed?(failure) }
      gathered += batch.survivors
    }
    while let pending = try reader.next(), !chain.isSatisfied {
      var batch = worker.pool.unfold(pending, ordinal: 0, for: steps)
      report.read += batch.assetCount
      try chain.process(&batch, isLast: reader.isAtEnd, emit: take)
    }
    try chain.finish(emit: take)
    return gathered
  }
}
