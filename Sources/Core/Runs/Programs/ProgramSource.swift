internal import Platform

/// The records that a program writes. The program gets no input; a dry run starts nothing and has no
/// assets.
package struct ProgramSource: SourceWork {
  private let call: ProgramCall
  package let traits: StageTraits

  package init(_ call: ProgramCall, input: InputBehaviour) {
    self.call = call
    traits = StageTraits(input: input, action: ActionBehaviour(starting: call))
  }

  package func open(_ query: Query, in context: RunContext) throws -> Answer {
    if context.request.isDryRun {
      return Answer(
        reader: ChainedReader([]), residual: query.predicate,
        notes: ["dry run: \(call.title) is not started, so there are no assets"])
    }
    return Answer(reader: try ProgramSourceReader(call, in: context), residual: query.predicate)
  }

  package func libraryPaths(in context: RunContext) -> [String] { [] }

  package func findings(in context: RunContext) -> [String] { ["records of \(call.text)"] }
}

/// A reader of the records that a program writes; it ends the program when no more are needed.
private final class ProgramSourceReader: AssetReader {
  private let program: RuleProgram
  private let call: ProgramCall
  private let context: RunContext
  private let blocks: BlockReader
  private let headers: HeaderReaderPool
  private var watcher: WorkerThread?

  init(_ call: ProgramCall, in context: RunContext) throws {
    self.call = call
    self.context = context
    let program = try RuleProgram(
      context.permission.program(of: call), capabilities: context.permission.capabilities)
    self.program = program
    program.closeInput()
    headers = context.makeHeaderReaders()
    blocks = BlockReader(
      descriptor: program.output, separator: UInt8(ascii: "\n"), by: call, context: context)
    watcher = WorkerThread { program.watch(context) }
    if watcher == nil {
      program.finish(context)
      throw RunProblem.outputFailed("the system has no thread left")
    }
  }

  deinit { leave() }

  private(set) var isAtEnd = false

  var didSeeEnd: Bool { isAtEnd && !blocks.wasLeft }

  func next() throws -> PendingBatch? {
    if isAtEnd { return nil }
    let chunk: RecordChunk?
    do throws(FileProblem) {
      chunk = try blocks.next()
    } catch {
      throw RunProblem.programFailed("\(call.title): \(error.reason)")
    }
    guard let chunk else {
      isAtEnd = true
      if blocks.wasLeft { leave() } else { waitForEnd() }
      return nil
    }
    return PendingBatch { [headers] in chunk.records(from: headers) }
  }

  private func waitForEnd() {
    program.closeOutput()
    watcher?.join()
    watcher = nil
    if let problem = program.problem { context.services.programEnds.note(problem) }
  }

  private func leave() {
    guard let watcher else { return }
    program.end()
    program.closeOutput()
    watcher.join()
    self.watcher = nil
  }
}
