/// A fetch whose changes a browser reports as they happen.
struct RegisteredFetch {
  let request: BrowseRequest
  /// The snapshots that are compared; nil for a fetch that only reports that something changed.
  let observation: ObservationState?
  let monitor: LibraryChangeMonitor
  /// The unreadable assets that were reported; each is reported once.
  var failures: Set<AssetFailure> = []
  /// The reason why the last comparison failed, which is reported once; nil if it succeeded.
  var problem: String?
}

extension Browser {
  /// Plans the stages of a fetch with `observe`; throws ``RuleProblems`` for invalid stages,
  /// ``BrowseProblem`` for a source besides the library.
  func observing(_ request: BrowseRequest) throws -> PipelinePlan {
    let observe = request.observe ?? StageCall(name: "observe", arguments: [.table([])], line: 0)
    let calls = [request.source] + request.filters + [observe]
    let plan = try plan(calls + (request.load.map { [$0] } ?? []))
    guard plan.input.listsAlbums || plan.source.fetch(plan.query) != nil else {
      throw Self.otherSource
    }
    return plan
  }

  /// Writes the changes of a fetch, as a rule's run does; `observation` is nil to compare once.
  func changes(
    of request: BrowseRequest, _ plan: PipelinePlan, _ lines: RecordLineOptions,
    along observation: ObservationState? = nil, watch: BrowseProgressReporter? = nil
  ) throws -> RunReport {
    var run = context
    run.request.now = now()
    run.request.libraries = [library.path]
    run.output.lines = lines
    run.observationState = observation
    run.progress = RunProgress(partOf: context.progress, wantsTotal: watch != nil)
    watch?.follow(run.progress)
    // The library may have changed since it was opened.
    run.resources[OpenedLibraries.self] = OpenedLibraries()
    return try PipelineRun(
      plan, in: run, outputDescriptor: outputDescriptor, lanes: library.lanes
    ).run()
  }

  func end(_ report: RunReport, to output: RecordOutput, registers: Bool = false) throws {
    for failure in report.failures { output.write(failure) }
    output.writer.begin(kind: "result")
    output.writer.write("count", Int64(report.emitted))
    if registers { output.writer.write("registered", true) }
    if report.failureCount > 0 { output.writer.write("unread", Int64(report.failureCount)) }
    output.writer.end()
    try output.flush()
  }

  /// Registers a fetch for reports of changes, and writes those since the request's token, if any.
  /// If the disk is full and the request has no token, only the fact of a change is reported.
  func register(
    _ request: BrowseRequest, to output: RecordOutput, _ watch: BrowseProgressReporter?,
    _ queue: BrowseQueue
  ) throws {
    guard let id = request.id else { return }
    let plan = try observing(request)
    try queue.register(id)
    do {
      // The monitor comes before the fetch, so that no change is missed between the two.
      let monitor = try monitor(includingHidden: plan.input.includesHidden, queue)
      guard request.compares else {
        if !monitor.isThere() { throw absence }
        registered.append(RegisteredFetch(request: request, observation: nil, monitor: monitor))
        return try output.writeRegistered()
      }
      let observation = ObservationState(
        request.observe == nil ? .token : .changes, isThere: monitor.isThere)
      let report: RunReport
      do {
        report = try changes(
          of: request, plan, lines(for: id), along: observation, watch: watch)
      } catch RunProblem.notKept where request.observe == nil {
        registered.append(RegisteredFetch(request: request, observation: nil, monitor: monitor))
        return try output.writeRegistered()
      }
      if observation.token == nil { throw absence }
      try end(report, to: output, registers: true)
      registered.append(
        RegisteredFetch(
          request: request, observation: observation, monitor: monitor,
          failures: Set(report.failures)))
    } catch {
      queue.unregister(id)
      throw error
    }
  }

  /// Returns the monitor of the library, which several fetches share.
  private func monitor(
    includingHidden includesHidden: Bool, _ queue: BrowseQueue
  ) throws -> LibraryChangeMonitor {
    if let known = registered.first(where: { $0.monitor.includesHidden == includesHidden }) {
      return known.monitor
    }
    guard let place = try context.places(named: [library.path]).first else {
      throw LibraryProblem.notNamed("no library is named")
    }
    return try LibraryChangeMonitor(on: place, includingHidden: includesHidden, in: context) {
      queue.noteChanges()
    }
  }

  private var absence: BrowseProblem {
    BrowseProblem("\"\(library.path)\" is gone; its changes come when it is back")
  }

  /// Writes the changes of a registered fetch since its last report, if there are any.
  func tellChanges(of id: ArgumentValue, _ queue: BrowseQueue) throws {
    guard let place = registered.firstIndex(where: { $0.request.id == id }) else { return }
    let fetch = registered[place]
    let lines = lines(for: id)
    let output = RecordOutput(descriptor: outputDescriptor, lines)
    var problem: String?
    do {
      guard fetch.monitor.isThere() else { throw absence }
      guard let observation = fetch.observation else {
        registered[place].problem = nil
        // A file that was written in place leaves its folder's times, by which lists know changes.
        library.forget()
        return try output.writeRegistered()
      }
      let report: RunReport
      do {
        report = try changes(
          of: fetch.request, observing(fetch.request), lines, along: observation)
      } catch RunProblem.notKept where fetch.request.observe == nil {
        let (request, monitor) = (fetch.request, fetch.monitor)
        registered[place] = RegisteredFetch(request: request, observation: nil, monitor: monitor)
        return try output.writeRegistered()
      }
      if report.emitted > 0 { library.forget() }
      // The run ends without an error if the output is closed.
      if lines.outputState.state == .ended { throw RunProblem.outputClosed }
      for failure in report.failures where !fetch.failures.contains(failure) {
        output.write(failure)
      }
      try output.flush()
      registered[place].failures = Set(report.failures)
      if !observation.isThere() { throw absence }
    } catch let failure as RunProblem where failure.isOfOutput {
      throw failure
    } catch {
      if context.cancellation.isFinal { throw RunProblem.cancelled }
      // The fetch was unregistered meanwhile.
      if context.cancellation.isCancelled { return }
      problem = Self.words(of: error)
      fetch.monitor.remind()
    }
    if let problem, problem != fetch.problem { try output.writeError(problem) }
    registered[place].problem = problem
  }
}

extension RunProblem {
  fileprivate var isOfOutput: Bool {
    switch self {
    case .outputClosed, .outputFailed: true
    default: false
    }
  }
}

extension RecordOutput {
  /// Writes the line with `"registered":true`: after registering, and for a change without details.
  fileprivate func writeRegistered() throws(RunProblem) {
    writer.begin(kind: "result")
    writer.write("registered", true)
    writer.end()
    try flush()
  }

  fileprivate func write(_ failure: AssetFailure) {
    writer.begin(kind: "error")
    writer.write("localIdentifier", failure.asset)
    writer.write("message", failure.reason)
    writer.end()
  }
}
