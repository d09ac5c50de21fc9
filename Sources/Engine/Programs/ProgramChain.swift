/// A program of a rule, and which assets it gets.
struct GuardedCall {
  let call: ProgramCall
  /// Which assets it may get, the others pass it by; nil when it gets all.
  let consent: Consent?
  /// The tests of the stage's `when`; nil for all assets.
  let condition: Predicate?

  /// The tests of assets that it gets; nil when it gets all.
  var tests: Predicate? {
    let tests = [condition, consent?.tests].compactMap(\.self)
    return tests.isEmpty ? nil : .conjunction(tests)
  }

  /// Whether it is started only when there is something for it: behind an offer, where a program that
  /// reads nothing might act all the same.
  var waitsForInput: Bool { consent?.isBehindOffer ?? false }
}

/// A run that programs cut: parts side by side, each of which writes to the program that the next
/// one reads.
///
/// Assets that a program must not get go past it, by a pipe of their own. Behind an offer it is started
/// when the first comes that it may get.
///
/// What is written and what is read is done by threads of their own, so that no program can hold a
/// part up that it waits for.
struct ProgramChain {
  private let programs: [RuleProgram]
  /// The ways past the programs; nil for those that get every asset.
  private let detours: [DetourPipe?]
  private let parts: [RunPart]
  private let trouble: RunTrouble
  private let context: RunContext

  /// How the parts between programs are made.
  struct Workshop {
    let context: RunContext
    let functions: (any RuleFunctions)?
    let lanes: Int
  }

  /// Starts the programs.
  ///
  /// - Parameters:
  ///   - stretches: the steps before, between and behind the programs.
  ///   - reading: ends the reading of `source`.
  ///   - sink: where the last part ends.
  /// - Throws: ``RunProblem/missingProgram(_:)``; then none is left running.
  init(
    _ calls: [GuardedCall], between stretches: [[any Step]], of source: any AssetReader,
    until reading: Cancellation, to sink: RecordSink, in workshop: Workshop
  ) throws {
    context = workshop.context
    detours = try calls.map { try $0.tests == nil ? nil : DetourPipe() }
    programs = try Self.start(calls, in: context)
    trouble = RunTrouble()
    var parts: [RunPart] = []
    for (place, steps) in stretches.enumerated() {
      let reading = place == 0 ? reading : Cancellation()
      let gone = Cancellation()
      var own = context.reading(until: reading)
      // What programs read are lines of JSON.
      if place < calls.count { own.lines = RecordLines() }
      if place > 0 { own.progress = RunProgress(partOf: context.progress) }
      let reader =
        place == 0
        ? source : ProgramReader(programs[place - 1], besides: detours[place - 1], in: own)
      parts.append(
        RunPart(
          steps, of: reader, in: own, functions: workshop.functions, lanes: workshop.lanes,
          sink: place < programs.count
            ? Self.sink(to: programs[place], calls[place].tests, detours[place], own, gone)
            : sink,
          until: reading, unless: gone, trouble: trouble))
    }
    self.parts = parts
  }

  /// Where a part before a program ends.
  private static func sink(
    to program: RuleProgram, _ tests: Predicate?, _ detour: DetourPipe?, _ context: RunContext,
    _ gone: Cancellation
  ) -> RecordSink {
    func output(_ descriptor: Int32) -> RecordOutput {
      RecordOutput(descriptor: descriptor, until: gone)
    }
    guard let tests, let detour else {
      return RecordSink(context, output: output(program.input))
    }
    return RecordSink(
      context, output: output(program.input),
      detour: RecordSink.Detour(
        tests: PredicateProgram(tests.cheapestFirst),
        sink: RecordSink(context, output: output(detour.input))))
  }

  private static func start(
    _ calls: [GuardedCall], in context: RunContext
  ) throws -> [RuleProgram] {
    var programs: [RuleProgram] = []
    do {
      for call in calls {
        programs.append(
          try RuleProgram(
            context.program(of: call.call), capabilities: context.capabilities,
            waitsForInput: call.waitsForInput))
      }
    } catch {
      for program in programs { program.finish(context) }
      throw error
    }
    return programs
  }

  /// Runs until all parts and programs have ended.
  ///
  /// - Throws: what ended a part first.
  func run() throws -> RunReport {
    let threads = programs.indices.map { place in
      (
        feeder: LaneThread { drive(place) },
        watcher: LaneThread {
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
    try trouble.check()
    for part in parts { part.outlet.finish() }
    var report = parts[0].outlet.report
    for (program, part) in zip(programs, parts.dropFirst()) {
      report = report.handedOn(by: program.call, to: part.outlet.report)
    }
    report.programProblems = programs.compactMap(\.problem)
    return report
  }

  /// Runs one part, and tells the programs beside it of its end.
  private func drive(_ place: Int) {
    do {
      try parts[place].run()
    } catch RunProblem.outputClosed {
      // Whoever reads has had enough.
    } catch {
      stop(for: error)
    }
    if place < programs.count {
      programs[place].closeInput()
      detours[place]?.closeInput()
    }
    guard place > 0 else { return }
    if !parts[place].didSeeEnd { programs[place - 1].end() }
    programs[place - 1].closeOutput()
    detours[place - 1]?.closeOutput()
  }

  private func stop(for error: any Error) {
    trouble.note(error)
    for program in programs { program.end() }
  }
}

/// Gives the assets whose records a program writes, and those whose records went past it.
final class ProgramReader: AssetReader {
  private let blocks: BlockReader
  /// What went past; nil where all goes to the program.
  private let others: BlockReader?
  private let headers: HeaderReaderPool
  private let call: ProgramCall

  init(_ program: RuleProgram, besides detour: DetourPipe?, in context: RunContext) {
    call = program.call
    headers = context.makeHeaderReaders()
    blocks = BlockReader(
      descriptor: program.output, separator: UInt8(ascii: "\n"), by: call, context: context)
    others = detour.map {
      BlockReader(descriptor: $0.output, separator: UInt8(ascii: "\n"), context: context)
    }
  }

  var isAtEnd: Bool { blocks.isAtEnd && others?.isAtEnd ?? true }

  /// Whether the program closed its output, and nothing of it is left to read.
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
