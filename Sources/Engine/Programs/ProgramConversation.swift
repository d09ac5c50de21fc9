internal import JSON
internal import Platform

/// A program that is given lines and waited for.
///
/// ```swift
/// let program = try ProgramConversation(call, in: context)
/// program.send { asset.writeLine(into: &$0) }
/// guard case .lines(let chunk) = try program.receive(until: .now + .seconds(30)) else { … }
/// ```
///
/// Confined to the thread that made it, whose end is the program's. It reads and writes in turns, so
/// that a program may answer before it has read all. What the program says on standard error is
/// passed on by a thread of its own.
package final class ProgramConversation {
  /// What came next.
  package enum Reception {
    case lines(RecordChunk)
    /// Nothing until the deadline.
    case silence
    /// The program closed its output.
    case end
  }

  package let call: ProgramCall
  private let context: RunContext
  private let program: RuleProgram
  private let watcher: LaneThread
  private let blocks: BlockReader
  private let output: ByteWaiter
  private var isOver = false

  /// Starts the program.
  ///
  /// - Throws: ``RunProblem/missingProgram(_:)``.
  package init(_ call: ProgramCall, in context: RunContext) throws {
    self.call = call
    self.context = context
    let program = try RuleProgram(
      context.program(of: call), capabilities: context.capabilities)
    guard let watcher = LaneThread({ program.watch(context) }) else {
      program.finish(context)
      throw RunProblem.outputFailed("the system has no thread left")
    }
    self.program = program
    self.watcher = watcher
    blocks = BlockReader(
      descriptor: program.output, separator: UInt8(ascii: "\n"), by: call, context: context)
    output = ByteWaiter(descriptor: program.input)
  }

  deinit { leave() }

  /// Gathers lines for the program, which gets them while its answers are waited for.
  package func send(_ lines: (inout RecordWriter) -> Void) {
    var writer = RecordWriter(capacity: 1 << 12)
    writer.fields = context.fields
    lines(&writer)
    output.add(writer.buffer.bytes)
  }

  /// Waits for the next lines of the program.
  ///
  /// - Throws: ``RunProblem``; also when the run was cancelled.
  package func receive(until deadline: ContinuousClock.Instant) throws -> Reception {
    while true {
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      if blocks.isAtEnd { return .end }
      let left = (deadline - .now) / .milliseconds(1)
      if left <= 0 { return .silence }
      var requests = [
        pollfd(fd: program.output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: output.isEmpty ? -1 : program.input, events: Int16(POLLOUT), revents: 0),
      ]
      // The end of a run is looked for from time to time.
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

  /// Gives it nothing more to read, once all that was sent is read.
  package func closeInput(until deadline: ContinuousClock.Instant) {
    while !output.isEmpty, .now < deadline, !context.cancellation.isCancelled {
      var request = pollfd(fd: program.input, events: Int16(POLLOUT), revents: 0)
      if poll(&request, 1, 50) > 0 { output.writeSome() }
    }
    program.closeInput()
  }

  /// Reads no more of what it writes.
  func closeOutput() { program.closeOutput() }

  /// Waits for its end.
  ///
  /// - Returns: how it ended; nil when it still runs at the deadline, and is ended.
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

  /// How it ended, where that is a problem; known once it was left.
  package var problem: String? { program.problem }

  /// Ends the program, with all that it started.
  package func leave() {
    if isOver { return }
    isOver = true
    program.end()
    program.closeInput()
    program.closeOutput()
    watcher.join()
  }
}

/// Bytes that wait for a reader.
private final class ByteWaiter {
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

  /// Writes what can be written without waiting; drops all once nobody reads.
  func writeSome() {
    let count = bytes[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      start += count
    } else if errno != EINTR, errno != EAGAIN {
      start = bytes.count
    }
  }
}
