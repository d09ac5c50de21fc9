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
  private let settings: CoprocessSettings

  package init(_ settings: CoprocessSettings) {
    self.settings = settings
  }

  package var name: String { settings.call.stage }
  package var ordering: StepOrdering { .source }
  // A program gets complete records.
  package var facets: FacetSet { .header }
  package var isSelective: Bool { true }
  package var traits: StepTraits { StepTraits(startsProgram: true) }
  package var detail: String {
    "\(settings.call.text), \(settings.call.filled.isEmpty ? "\(settings.batch) at a time" : "for each"),"
      + " \(Duration.text(milliseconds: settings.timeout)) for an answer"
  }

  package func makeWorker(in worker: WorkerContext) -> any StepInstance {
    CoprocessStepInstance(settings, in: worker.context)
  }
}

/// An instance of the step, used only by its worker, on whose thread the program is started.
private final class CoprocessStepInstance: StepInstance {
  private let settings: CoprocessSettings
  private let context: RunContext
  private let headers: HeaderReaderPool
  private var program: CoprocessSession?
  /// The asset that the program gets alone, as the last program ended before it answered for it.
  private var suspect: Asset?
  /// The number of assets in a row at which programs ended twice.
  private var poisons = 0
  private var silences = 0

  init(_ settings: CoprocessSettings, in context: RunContext) {
    self.settings = settings
    self.context = context
    headers = context.makeHeaderReaders()
  }

  var pieceSize: Int? { context.request.isDryRun ? nil : settings.batch }

  /// Reports that a dry run does not start the program.
  func process(_ batch: inout Batch) {
    context.services.notices.tell(
      "dry run: \(settings.call.title) is not started; records pass it unchanged")
  }

  func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
    if !settings.call.filled.isEmpty {
      for asset in piece { try start(for: asset, handOn) }
      return
    }
    var batch = CoprocessBatch(piece, settings.call)
    try ask(about: batch)
    var deadline = settings.deadline
    while !batch.isComplete {
      guard let program else { preconditionFailure("a program that is asked was started") }
      switch try program.receive(until: deadline) {
      case .lines(let chunk):
        if try batch.take(chunk.records(from: headers, keepsLeftOut: true)) {
          deadline = settings.deadline
          (silences, poisons) = (0, 0)
          if suspect != nil {
            suspect = nil
            send(batch.unanswered)
          }
        }
      case .silence:
        try giveUp(on: &batch)
        deadline = settings.deadline
      case .end:
        try startAgain(for: &batch)
        deadline = settings.deadline
      }
      try batch.handOn(context.fields, check, handOn)
    }
  }

  private func start(for asset: Asset, _ handOn: (Batch) throws -> Void) throws {
    do {
      let members = settings.call.filled.flatMap(\.members).map(\.path.name)
      let values = try asset.withRecord(reading: members, context.fields) { record in
        try settings.call.filled.map { try $0.completeText(of: record) }
      }
      if values.contains(where: { $0.contains(0) }) {
        throw FileProblem("a value has a NUL, which no argument can have")
      }
      if let reason = try end(filledWith: values) { asset.fail(stage: settings.call.stage, reason) }
    } catch let failure as AssetFailure {
      asset.fail(stage: failure.stage, failure.reason)
    } catch let problem as FileProblem {
      asset.fail(stage: settings.call.stage, problem.reason)
    }
    var batch = Batch(ordinal: 0, assets: [asset])
    batch.keep { _ in true }
    try check(batch.failures)
    try handOn(batch)
  }

  /// Waits for a program with these arguments; returns how it failed, nil if it ended with status 0.
  private func end(filledWith values: [[UInt8]]) throws -> String? {
    let program = try CoprocessSession(settings.call, filledWith: values, in: context)
    let deadline = settings.deadline
    program.closeInput(until: deadline)
    while case .lines = try program.receive(until: deadline) {}
    guard let ending = program.finish(until: deadline) else {
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      return "\"\(settings.call.name)\" did not end within"
        + " \(Duration.text(milliseconds: settings.timeout))"
    }
    return program.problem == nil ? nil : "\"\(settings.call.name)\" \(ending)"
  }

  private func check(_ failures: [AssetFailure]) throws {
    guard settings.stopsAtFailure, let first = failures.first else { return }
    throw RunProblem.programFailed("\(first.asset): \(first.stage): \(first.reason)")
  }

  private func ask(about batch: CoprocessBatch) throws {
    let program = try program ?? CoprocessSession(settings.call, in: context)
    self.program = program
    send(suspect.map { [$0] } ?? batch.unanswered)
  }

  private func send(_ assets: [Asset]) {
    program?.send { writer in
      for asset in assets { asset.writeLine(into: &writer) }
    }
  }

  private func giveUp(on batch: inout CoprocessBatch) throws {
    program?.leave()
    program = nil
    suspect = nil
    silences += 1
    let time = Duration.text(milliseconds: settings.timeout)
    if silences == 3 {
      throw RunProblem.programFailed(
        "\(place)\"\(settings.call.name)\" gave no answer within \(time) three times in a row; it has"
          + " to answer each record before it reads more than \(settings.batch), without a buffer for"
          + " its output, or needs a longer timeout")
    }
    batch.fail("\"\(settings.call.name)\" gave no answer within \(time)")
    if !batch.isComplete { try ask(about: batch) }
  }

  private func startAgain(for batch: inout CoprocessBatch) throws {
    let ending = program?.finish(until: .now + .seconds(1)) ?? "closed its output"
    program = nil
    let name = batch.unanswered.first?.displayName ?? ""
    if suspect == nil {
      context.services.notices.tell(
        "\(settings.call.title) \(ending) before it answered for \"\(name)\"; it is started again")
      suspect = batch.unanswered.first
    } else {
      poisons += 1
      if settings.stopsAtFailure || poisons == 3 {
        throw RunProblem.programFailed(
          "\(place)\"\(settings.call.name)\" \(ending) once more, before it answered for \"\(name)\";"
            + " give it that record alone to see why")
      }
      batch.fail("\"\(settings.call.name)\" \(ending) twice before it answered for it")
      suspect = nil
    }
    if !batch.unanswered.isEmpty { try ask(about: batch) }
  }

  private var place: String {
    "\(settings.call.rulePath):\(settings.call.line): \(settings.call.stage): "
  }

  /// Ends the program's input and waits for the program; notes if it failed or did not end in time.
  func finish() throws -> [Asset] {
    guard let program else { return [] }
    let deadline = settings.deadline
    program.closeInput(until: deadline)
    while case .lines = try program.receive(until: deadline) {}
    if program.finish(until: deadline) == nil {
      context.services.programEnds.note(
        "\(settings.call.title) did not end with its input, and was ended")
    } else if let problem = program.problem {
      context.services.programEnds.note(problem)
    }
    self.program = nil
    return []
  }
}
