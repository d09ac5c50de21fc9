internal import Platform

/// A running program that gets lines and answers them.
///
/// ```swift
/// let program = try CoprocessSession(call, in: context)
/// program.send { asset.writeLine(into: &$0) }
/// guard case .lines(let chunk) = try program.receive(until: .now + .seconds(30)) else { … }
/// ```
///
/// Used only by the thread that made it; when that thread ends, the program is ended. It reads and
/// writes in turns, so that a program may answer before it has read everything. Another thread
/// forwards its errors.
package final class CoprocessSession {
  /// The result of waiting for the program's output.
  package enum ReadResult {
    case lines(RecordChunk)
    /// No output until the deadline.
    case silence
    /// The program closed its output.
    case end
  }

  /// The call of the program in the rule.
  package let call: ProgramCall
  private let context: RunContext
  private let program: RuleProgram
  private let watcher: WorkerThread
  private let blocks: BlockReader
  private let output: OutputBuffer
  private var isOver = false

  /// Starts the program. Throws ``RunProblem/missingProgram(_:)`` if that fails, and
  /// ``RunProblem/outputFailed(_:)`` if no thread is left.
  ///
  /// - Parameter values: The texts in place of the call's ``ProgramCall/filled``.
  package init(
    _ call: ProgramCall, filledWith values: [[UInt8]] = [], in context: RunContext
  ) throws {
    self.call = call
    self.context = context
    let program = try RuleProgram(
      context.permission.program(of: call), capabilities: context.permission.capabilities,
      filledWith: values)
    guard let watcher = WorkerThread({ program.watch(context) }) else {
      program.finish(context)
      throw RunProblem.outputFailed("the system has no thread left")
    }
    self.program = program
    self.watcher = watcher
    blocks = BlockReader(
      descriptor: program.output, separator: UInt8(ascii: "\n"), by: call, context: context)
    output = OutputBuffer(descriptor: program.input)
  }

  deinit { leave() }

  /// Buffers lines for the program; ``receive(until:)`` writes them.
  package func send(_ lines: (inout RecordWriter) -> Void) {
    var writer = RecordWriter(capacity: 1 << 12)
    writer.fields = context.fields
    lines(&writer)
    output.add(writer.buffer.bytes)
  }

  /// Writes the buffered lines and waits for the program's next ones. Throws ``RunProblem`` if the
  /// run was cancelled or the program's output can't be read.
  package func receive(until deadline: ContinuousClock.Instant) throws -> ReadResult {
    while true {
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      if blocks.isAtEnd { return .end }
      let left = (deadline - .now) / .milliseconds(1)
      if left <= 0 { return .silence }
      var requests = [
        pollfd(fd: program.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: output.isEmpty ? -1 : program.input, events: Int16(POLLOUT), revents: 0),
      ]
      // The cancellation of the run is polled.
      guard poll(&requests, 2, Int32(min(50, left.rounded(.up)))) > 0 else { continue }
      if requests[1].revents != 0 { output.writeSome() }
      if requests[0].revents != 0, let chunk = try nextChunk() { return .lines(chunk) }
    }
  }

  private func nextChunk() throws -> RecordChunk? {
    do throws(FileProblem) {
      return try blocks.takeWhatIsThere()
    } catch {
      throw RunProblem.programFailed("\(call.title): \(error.reason)")
    }
  }

  /// Closes the program's input once everything is written or the deadline has passed.
  package func closeInput(until deadline: ContinuousClock.Instant) {
    while !output.isEmpty, .now < deadline, !context.cancellation.isCancelled {
      var request = pollfd(fd: program.input, events: Int16(POLLOUT), revents: 0)
      if poll(&request, 1, 50) > 0 { output.writeSome() }
    }
    program.closeInput()
  }

  func closeOutput() { program.closeOutput() }

  /// Waits for the program to end, and returns how: `ended with status 1`; nil at the deadline.
  package func finish(until deadline: ContinuousClock.Instant) -> String? {
    program.closeInput()
    program.closeOutput()
    var ending = program.ending
    while ending == nil, .now < deadline, !context.cancellation.isCancelled {
      usleep(2000)
      ending = program.ending
    }
    leave()
    return ending
  }

  /// A message about a failed program's end; nil while it runs, and if shotflow ended it.
  package var problem: String? { program.problem }

  /// Ends the program and all processes that it started.
  package func leave() {
    if isOver { return }
    isOver = true
    program.end()
    program.closeInput()
    program.closeOutput()
    watcher.join()
  }
}

private final class OutputBuffer {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var start = 0

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  var isEmpty: Bool { start == bytes.count }

  func add(_ more: UnsafeRawBufferPointer) {
    if isEmpty {
      bytes.removeAll(keepingCapacity: true)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Writes as much as possible without waiting; drops all if the program closed its input.
  func writeSome() {
    let count = bytes[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      start += count
    } else if errno != EINTR, errno != EAGAIN {
      start = bytes.count
    }
  }
}
