/// How a program is asked about assets.
package struct ProgramTerms: Sendable {
  package let call: ProgramCall
  /// How many assets it gets before it is waited for, at most.
  package let batch: Int
  /// How many milliseconds it has for an answer.
  package let timeout: Int64
  /// Whether the first asset that fails ends the run.
  package let stopsAtFailure: Bool

  package init(_ call: ProgramCall, batch: Int, timeout: Int64, stopsAtFailure: Bool = false) {
    self.call = call
    self.batch = batch
    self.timeout = timeout
    self.stopsAtFailure = stopsAtFailure
  }

  var deadline: ContinuousClock.Instant { .now + .milliseconds(timeout) }
}

/// Asks a program about each asset, and goes on with its answers in the order of the assets.
///
/// An answer is the asset's record, `null` to leave it out, or an error. A program that is late or ends
/// is started again; one that ends a second time, or is late three times in a row, ends the run.
package struct AskedProgramStep: Step {
  private let terms: ProgramTerms

  package init(_ terms: ProgramTerms) {
    self.terms = terms
  }

  package var name: String { terms.call.stage }
  package var ordering: StepOrdering { .source }
  // A program is told all that a record says.
  package var facets: FacetSet { .header }
  package var isSelective: Bool { true }
  package var traits: StepTraits {
    var traits = StepTraits()
    traits.startsProgram = true
    return traits
  }
  package var detail: String {
    "\(terms.call.text), \(terms.batch) at a time,"
      + " \(Duration.text(milliseconds: terms.timeout)) for an answer"
  }

  package func makeWorker(in lane: Lane) -> any Worker {
    AskedProgramWorker(terms, in: lane.context)
  }
}

/// Confined to its lane, on whose thread the program is started.
private final class AskedProgramWorker: Worker {
  private let terms: ProgramTerms
  private let context: RunContext
  private let headers: HeaderReaderPool
  /// Started when the first asset comes.
  private var program: ProgramConversation?
  private var deaths = 0
  /// How often in a row it was late.
  private var silences = 0

  init(_ terms: ProgramTerms, in context: RunContext) {
    self.terms = terms
    self.context = context
    headers = context.makeHeaderReaders()
  }

  var pieceSize: Int? { context.isDryRun ? nil : terms.batch }

  /// A dry run starts nothing.
  func process(_ batch: inout Batch) {
    context.notices.tell("dry run: \(terms.call.title) is not started; records pass it unchanged")
  }

  func process(_ piece: [Asset], handOn: (Batch) throws -> Void) throws {
    var round = ProgramRound(piece, terms.call)
    try ask(about: round)
    var deadline = terms.deadline
    while !round.isComplete {
      guard let program else { preconditionFailure("a program that is asked was started") }
      switch try program.receive(until: deadline) {
      case .lines(let chunk):
        if try round.take(chunk.records(from: headers, keepsLeftOut: true)) {
          deadline = terms.deadline
          silences = 0
        }
      case .silence:
        try giveUp(on: &round)
        deadline = terms.deadline
      case .end:
        try startAgain(for: round)
        deadline = terms.deadline
      }
      try round.handOn(context.fields, check, handOn)
    }
  }

  private func check(_ failures: [AssetFailure]) throws {
    guard terms.stopsAtFailure, let first = failures.first else { return }
    throw RunProblem.programFailed("\(first.asset): \(first.stage): \(first.reason)")
  }

  private func ask(about round: ProgramRound) throws {
    let program = try program ?? ProgramConversation(terms.call, in: context)
    self.program = program
    program.send { writer in
      for asset in round.unanswered { asset.writeLine(into: &writer) }
    }
  }

  private func giveUp(on round: inout ProgramRound) throws {
    program?.leave()
    program = nil
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

  private func startAgain(for round: ProgramRound) throws {
    let ending = program?.finish(until: .now + .seconds(1)) ?? "closed its output"
    program = nil
    deaths += 1
    let name = round.unanswered.first?.displayName ?? ""
    if deaths > 1 {
      throw RunProblem.programFailed(
        "\(place)\"\(terms.call.name)\" \(ending) once more, before it answered for \"\(name)\";"
          + " give it that record alone to see why")
    }
    context.notices.pass(
      "\(terms.call.title) \(ending) before it answered for \"\(name)\"; it is started again")
    try ask(about: round)
  }

  private var place: String { "\(terms.call.rulePath):\(terms.call.line): \(terms.call.stage): " }

  /// Waits for the program's end, which it has to come to without more input.
  func finish() throws -> [Asset] {
    guard let program else { return [] }
    let deadline = terms.deadline
    program.closeInput(until: deadline)
    while case .lines = try program.receive(until: deadline) {}
    if program.finish(until: deadline) == nil {
      context.programEnds.note("\(terms.call.title) did not end with its input, and was ended")
    } else if let problem = program.problem {
      context.programEnds.note(problem)
    }
    self.program = nil
    return []
  }
}
