/// The settings of a program that answers batches of assets.
package struct CoprocessSettings: Sendable {
  /// The call of the program in the rule.
  package let call: ProgramCall
  /// The maximal number of assets that the program gets before it has to answer.
  package let batch: Int
  /// The time limit of an answer, in milliseconds.
  package let timeout: Int64
  /// True if the first failed asset ends the run.
  package let stopsAtFailure: Bool

  package init(_ call: ProgramCall, batch: Int, timeout: Int64, stopsAtFailure: Bool = false) {
    self.call = call
    self.batch = batch
    self.timeout = timeout
    self.stopsAtFailure = stopsAtFailure
  }

  var deadline: ContinuousClock.Instant { .now + .milliseconds(timeout) }
}

/// A step that sends each asset to a program, and passes on its answers in the order of the assets.
/// An answer is the asset's record, `null` to drop it, or an error. A program that times out or
/// ends is started again. An asset at which it ends twice fails; three of them in a row, without an
/// answer in between, end the run, as three timeouts in a row do.
///
/// A program with values of the record among its arguments is started for each asset instead. It
/// gets no input, its output is dropped, and the asset passes if it ends with status 0.
package struct CoprocessStep: Step {
  private let terms: CoprocessSettings

  package init(_ terms: CoprocessSettings) {
    self.terms = terms
  }

  package var name: String { terms.call.stage }
  package var ordering: StepOrdering { .source }
  // A program gets complete records.
  package var facets: FacetSet { .header }
  package var isSelective: Bool { true }
  package var traits: StepTraits { StepTraits(startsProgram: true) }
  package var detail: String {
    "\(terms.call.text), \(terms.call.filled.isEmpty ? "\(terms.batch) at a time" : "for each"),"
      + " \(Duration.text(milliseconds: terms.timeout)) for an answer"
  }

  package func makeWorker(in worker: WorkerContext) -> any StepInstance {
    CoprocessStepInstance(terms, in: worker.context)
  }
}

/// An instance of the step, used only by its worker, on whose thread the program is started.
private final class CoprocessStepInstance: StepInstance {
  private let terms: CoprocessSettings
  private let context: RunContext
  private let headers: HeaderReaderPool
  private var program: CoprocessSession?
  /// The asset that the program gets alone, as the last program ended before it answered for it.
  private var suspect: Asset?
  /// The number of assets in a row at which programs ended twice.
  private var poisons = 0
  private var silences = 0

  init(_ terms: CoprocessSettings, in context: RunContext) {
    self.terms = terms
    self.context = context
    headers = context.makeHeaderReaders()
  }

  var pieceSize: Int? { context.request.isDryRun ? nil : terms.batch }

  /// Reports that a dry run does not start the program.
  func process(_ batch: inout Batch) {
    context.services.notices.tell(
      "dry run: \(terms.call.title) is not started; records pass it unchanged")
  }

  func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
    if !terms.call.filled.isEmpty {
      for asset in piece { try start(for: asset, handOn) }
      return
    }
    var round = CoprocessBatch(piece, terms.call)
    try ask(about: round)
    var deadline = terms.deadline
    while !round.isComplete {
      guard let program else { preconditionFailure("a program that is asked was started") }
      switch try program.receive(until: deadline) {
      case .lines(let chunk):
        if try round.take(chunk.records(from: headers, keepsLeftOut: true)) {
          deadline = terms.deadline
          (silences, poisons) = (0, 0)
          if suspect != nil {
            suspect = nil
            send(round.unanswered)
          }
        }
      case .silence:
        try giveUp(on: &round)
        deadline = terms.deadline
      case .end:
        try startAgain(for: &round)
        deadline = terms.deadline
      }
      try round.handOn(context.fields, check, handOn)
    }
  }

  private func start(for asset: Asset, _ handOn: (Batch) throws -> Void) throws {
    do {
      let members = terms.call.filled.flatMap(\.members).map(\.path.name)
      let values = try asset.withRecord(reading: members, context.fields) { record in
        try terms.call.filled.map { try $0.completeText(of: record) }
      }
      if values.contains(where: { $0.contains(0) }) {
        throw FileProblem("a value has a NUL, which no argument can have")
      }
      if let reason = try end(filledWith: values) { asset.fail(stage: terms.call.stage, reason) }
    } catch let failure as AssetFailure {
      asset.fail(stage: failure.stage, failure.reason)
    } catch let problem as FileProblem {
      asset.fail(stage: terms.call.stage, problem.reason)
    }
    var batch = Batch(ordinal: 0, assets: [asset])
    batch.keep { _ in true }
    try check(batch.failures)
    try handOn(batch)
  }

  /// Waits for a program with these arguments; returns how it failed, nil if it ended with status 0.
  private func end(filledWith values: [[UInt8]]) throws -> String? {
    let program = try CoprocessSession(terms.call, filledWith: values, in: context)
    let deadline = terms.deadline
    program.closeInput(until: deadline)
    while case .lines = try program.receive(until: deadline) {}
    guard let ending = program.finish(until: deadline) else {
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      return "\"\(terms.call.name)\" did not end within"
        + " \(Duration.text(milliseconds: terms.timeout))"
    }
    return program.problem == nil ? nil : "\"\(terms.call.name)\" \(ending)"
  }

  private func check(_ failures: [AssetFailure]) throws {
    guard terms.stopsAtFailure, let first = failures.first else { return }
    throw RunProblem.programFailed("\(first.asset): \(first.stage): \(first.reason)")
  }

  private func ask(about round: CoprocessBatch) throws {
    let program = try program ?? CoprocessSession(terms.call, in: context)
    self.program = program
    send(suspect.map { [$0] } ?? round.unanswered)
  }

  private func send(_ assets: [Asset]) {
    program?.send { writer in
      for asset in assets { asset.writeLine(into: &writer) }
    }
  }

  private func giveUp(on round: inout CoprocessBatch) throws {
    program?.leave()
    program = nil
    suspect = nil
    silences += 1
    let time = Duration.text(milliseconds: terms.timeout)
    if silences == 3 {
      throw RunProblem.programFailed(
        "\(place)\"\(terms.call.name)\" gave no answer within \(time) three times in a row; it has"
          + " to answer each record before it reads more than \(terms.batch), without a buffer for"
          + " its output, or needs a longer timeout")
    }
    round.fail("\"\(terms.call.name)\" gave no answer within \(time)")
    if !round.isComplete { try ask(about: round) }
  }

  private func startAgain(for round: inout CoprocessBatch) throws {
    let ending = program?.finish(until: .now + .seconds(1)) ?? "closed its output"
    program = nil
    let name = round.unanswered.first?.displayName ?? ""
    if suspect == nil {
      context.services.notices.tell(
        "\(terms.call.title) \(ending) before it answered for \"\(name)\"; it is started again")
      suspect = round.unanswered.first
    } else {
      poisons += 1
      if terms.stopsAtFailure || poisons == 3 {
        throw RunProblem.programFailed(
          "\(place)\"\(terms.call.name)\" \(ending) once more, before it answered for \"\(name)\";"
            + " give it that record alone to see why")
      }
      round.fail("\"\(terms.call.name)\" \(ending) twice before it answered for it")
      suspect = nil
    }
    if !round.unanswered.isEmpty { try ask(about: round) }
  }

  private var place: String { "\(terms.call.rulePath):\(terms.call.line): \(terms.call.stage): " }

  /// Ends the program's input and waits for the program; notes if it failed or did not end in time.
  func finish() throws -> [Asset] {
    guard let program else { return [] }
    let deadline = terms.deadline
    program.closeInput(until: deadline)
    while case .lines = try program.receive(until: deadline) {}
    if program.finish(until: deadline) == nil {
      context.services.programEnds.note(
        "\(terms.call.title) did not end with its input, and was ended")
    } else if let problem = program.problem {
      context.services.programEnds.note(problem)
    }
    self.program = nil
    return []
  }
}
