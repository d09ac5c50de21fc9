/// The call of a rule's program, and the tests that select the assets that it gets.
struct GuardedCall {
  let call: ProgramCall
  /// The assets that the program may get after an offer, such as accepted ones; others bypass the
  /// program. Nil if it gets all.
  let consent: Consent?
  let condition: AssetPredicate?

  /// The tests of the assets that the program gets; nil if it gets all.
  var tests: AssetPredicate? {
    let tests = [condition, consent?.tests].compactMap(\.self)
    return tests.isEmpty ? nil : .conjunction(tests)
  }

  /// True if the program is started with its first asset, so that it can't act without input.
  var waitsForInput: Bool { consent?.isBehindOffer ?? false }
}

/// A run that programs divide into concurrent parts, each of which writes to the program that the
/// next part reads from. Assets that a program must not get bypass it through another pipe. After
/// an offer, a program is started with the first asset that it may get. Each part has its own
/// threads for writing and reading, so that a program and a part can't wait for each other.
struct ProgramChain {
  private let programs: [RuleProgram]
  /// The pipes that bypass the programs; nil for programs that get every asset.
  private let bypasses: [BypassPipe?]
  private let parts: [RunPart]
  private let firstError: FirstError
  private let context: RunContext

  /// Starts all programs; if one can't be, ends all and throws ``RunProblem/missingProgram(_:)``.
  ///
  /// - Parameters:
  ///   - stretches: The steps before, between and after the programs.
  ///   - reading: The cancellation that stops `source`.
  init(
    _ calls: [GuardedCall], between stretches: [[any Step]], of source: any AssetReader,
    until reading: Cancellation, to sink: RecordSink, of run: PipelineRun
  ) throws {
    context = run.context
    bypasses = try calls.map { try $0.tests == nil ? nil : BypassPipe() }
    programs = try Self.start(calls, in: context)
    firstError = FirstError()
    var parts: [RunPart] = []
    for (place, steps) in stretches.enumerated() {
      let reading = place == 0 ? reading : Cancellation()
      let gone = Cancellation()
      var own = context.reading(until: reading)
      // Programs read lines of JSON.
      if place < calls.count { own.output.lines = RecordLineOptions() }
      if place > 0 { own.progress = RunProgress(partOf: context.progress) }
      let reader =
        place == 0
        ? source : ProgramReader(programs[place - 1], besides: bypasses[place - 1], in: own)
      parts.append(
        RunPart(
          steps, of: reader, in: own, run,
          place < programs.count
            ? Self.sink(to: programs[place], calls[place].tests, bypasses[place], own, gone)
            : sink,
          until: reading, unless: gone, firstError: firstError))
    }
    self.parts = parts
  }

  private static func sink(
    to program: RuleProgram, _ tests: AssetPredicate?, _ bypass: BypassPipe?, _ context: RunContext,
    _ gone: Cancellation
  ) -> RecordSink {
    func output(_ descriptor: Int32) -> RecordOutput {
      RecordOutput(descriptor: descriptor, until: gone)
    }
    guard let tests, let bypass else {
      return RecordSink(context, output: output(program.input))
    }
    return RecordSink(
      context, output: output(program.input),
      bypass: RecordSink.Bypass(
        tests: PredicateProgram(tests.cheapestFirst),
        sink: RecordSink(context, output: output(bypass.input))))
  }

  private static func start(
    _ calls: [GuardedCall], in context: RunContext
  ) throws -> [RuleProgram] {
    var programs: [RuleProgram] = []
    do {
      for call in calls {
        programs.append(
          try RuleProgram(
            context.permission.program(of: call.call),
            capabilities: context.permission.capabilities,
            waitsForInput: call.waitsForInput))
      }
    } catch {
      for program in programs { program.finish(context) }
      throw error
    }
    return programs
  }

  func run() throws -> RunReport {
    let threads = programs.indices.map { place in
      (
        feeder: WorkerThread { drive(place) },
        watcher: WorkerThread {
          programs[place].watch(context)
          parts[place].leave()
        }
      )
    }
    if threads.contains(where: { $0.feeder == nil || $0.watcher == nil }) {
      stop(for: RunProblem.outputFailed("the system has no thread left"))
    }
    drive(programs.count)
    for (place, thread) in threads.enumerated() {
      if let feeder = thread.feeder { feeder.join() } else { programs[place].closeInput() }
      if let watcher = thread.watcher { watcher.join() } else { programs[place].finish(context) }
    }
    try firstError.check()
    let reports = parts.map { $0.complete() }
    var report = reports[0]
    for (program, later) in zip(programs, reports.dropFirst()) {
      report = report.handedOn(by: program.call, to: later)
    }
    report.programProblems = programs.compactMap(\.problem)
    return report
  }

  /// Runs one part; when it ends, closes the pipes to the programs before and after it.
  private func drive(_ place: Int) {
    do {
      try parts[place].run()
    } catch RunProblem.outputClosed {
      // The reader needs no more.
    } catch {
      stop(for: error)
    }
    if place < programs.count {
      programs[place].closeInput()
      bypasses[place]?.closeInput()
    }
    guard place > 0 else { return }
    if !parts[place].didSeeEnd { programs[place - 1].end() }
    programs[place - 1].closeOutput()
    bypasses[place - 1]?.closeOutput()
  }

  private func stop(for error: any Error) {
    firstError.note(error)
    for program in programs { program.end() }
  }
}

/// A reader of the records that a program writes, and of those that bypassed it.
final class ProgramReader: AssetReader {
  private let blocks: BlockReader
  private let others: BlockReader?
  private let headers: HeaderReaderPool
  private let call: ProgramCall

  init(_ program: RuleProgram, besides bypass: BypassPipe?, in context: RunContext) {
    call = program.call
    headers = context.makeHeaderReaders()
    blocks = BlockReader(
      descriptor: program.output, separator: UInt8(ascii: "\n"), by: call, context: context)
    others = bypass.map {
      BlockReader(descriptor: $0.output, separator: UInt8(ascii: "\n"), context: context)
    }
  }

  var isAtEnd: Bool { blocks.isAtEnd && others?.isAtEnd ?? true }

  var didSeeEnd: Bool { blocks.isAtEnd && !blocks.wasLeft }

  func next() throws -> PendingBatch? {
    do throws(FileProblem) {
      guard let chunk = try nextChunk() else { return nil }
      let headers = headers
      return PendingBatch { chunk.records(from: headers) }
    } catch {
      throw RunProblem.programFailed("\(call.title): \(error.reason)")
    }
  }

  private func nextChunk() throws(FileProblem) -> RecordChunk? {
    guard let others else { return try blocks.next() }
    return try BlockReader.next(of: [blocks, others])
  }
}

/// A step that divides a run: a program reads its records, and its output is the input of the next
/// steps. It does no work itself: ``PipelineRun`` runs the steps around it concurrently.
package struct ProgramStep: Step {
  /// The call of the program in the rule.
  package let call: ProgramCall

  package init(call: ProgramCall) {
    self.call = call
  }

  package var name: String { call.stage }
  package var ordering: StepOrdering { .source }
  // A program gets complete records.
  package var facets: FacetSet { .header }
  package var detail: String { call.text }
  package var traits: StepTraits { StepTraits(program: call) }

  package func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    throw RunProblem.programFailed("\(call.title) can't be started here")
  }
}
