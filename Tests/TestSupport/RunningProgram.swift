import CTestSupport
import Foundation

/// A program that has been started; its output is drained from the start, so no pipe fills up.
///
/// `@unchecked`: everything that changes is guarded by `condition`.
package final class RunningProgram: @unchecked Sendable {
  package let processIdentifier: Int32

  private let condition = NSCondition()
  private let inputDescriptor: Int32
  private let deadline: ContinuousClock.Instant
  private let isMemoryWatched: Bool
  private var pendingInput: [UInt8] = []
  private var isInputClosing = false
  private var isHangingUp = false
  private var streams: [Stream: [UInt8]] = [:]
  private var endStatus: Int32?
  /// True if every output has been read to its end.
  private var hasFinished = false
  private var didTimeOut = false
  private var peakMemory: Int?
  private var processorTime = Duration.zero

  init(_ program: RunProgram) throws {
    Self.ignoreBrokenPipes
    let process = try Self.spawn(program)
    processIdentifier = process.pid
    inputDescriptor = process.input
    deadline = .now + program.timeout
    isMemoryWatched = program.isMemoryWatched
    var outputs = [Stream.errorOutput: process.error_output]
    if process.output >= 0 { outputs[.output] = process.output }
    Thread.detachNewThread { [self, outputs] in serve(outputs) }
  }

  /// Sends bytes to standard input, or types them on the terminal; returns at once.
  package func send(_ bytes: some Sequence<UInt8>) {
    condition.withLock { pendingInput.append(contentsOf: bytes) }
  }

  package func send(_ text: String) {
    send(text.utf8)
  }

  /// Gives the terminal another size, as a user who pulls at its corner.
  package func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(inputDescriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Closes standard input behind what was sent.
  package func closeInput() {
    condition.withLock { isInputClosing = true }
  }

  /// Closes the program's terminal behind what was typed.
  package func hangUp() {
    condition.withLock { isHangingUp = true }
  }

  package func signal(_ number: Int32) {
    condition.withLock {
      if endStatus == nil { _ = kill(processIdentifier, number) }
    }
  }

  /// The standard output so far.
  package var output: String { snapshot(.output) }

  /// The number of bytes of all output so far.
  package var outputCount: Int {
    condition.withLock { streams.values.reduce(0) { $0 + $1.count } }
  }

  /// The standard error, or the terminal's output, so far.
  package var errorOutput: String { snapshot(.errorOutput) }

  /// Waits for a text on standard error or on the terminal; false when the program ended without.
  package func showed(_ text: String) async -> Bool {
    await waited(for: text, on: .errorOutput)
  }

  /// Waits for a text on standard output; false when the program ended without.
  package func printed(_ text: String) async -> Bool {
    await waited(for: text, on: .output)
  }

  /// Sends a signal, and waits for the end.
  @discardableResult
  package func end(by signal: Int32) async -> ProgramResult {
    self.signal(signal)
    return await result()
  }

  /// Waits for the end.
  package func result() async -> ProgramResult {
    await onThread { [self] in
      condition.withLock {
        while true {
          if hasFinished, let endStatus {
            let signal = endStatus & 0x7F
            return ProgramResult(
              status: signal == 0 ? .exited(endStatus >> 8 & 0xFF) : .killed(signal: signal),
              output: streams[.output] ?? [], errorOutput: streams[.errorOutput] ?? [],
              didTimeOut: didTimeOut, peakMemory: peakMemory, processorTime: processorTime)
          }
          condition.wait()
        }
      }
    }
  }

  private func snapshot(_ stream: Stream) -> String {
    condition.withLock { String(decoding: streams[stream] ?? [], as: UTF8.self) }
  }

  private func waited(for text: String, on stream: Stream) async -> Bool {
    let wanted = Data(text.utf8)
    return await onThread { [self] in
      condition.withLock {
        // What was looked through without it need not be again, but for its beginning at the end.
        var start = 0
        while true {
          if holds(wanted, stream, from: start) { return true }
          if hasFinished { return false }
          start = max(0, (streams[stream]?.count ?? 0) - wanted.count)
          condition.wait()
        }
      }
    }
  }

  /// True if a stream has these bytes behind a place; the lock is held.
  private func holds(_ wanted: Data, _ stream: Stream, from start: Int) -> Bool {
    wanted.isEmpty || Data((streams[stream] ?? [])[start...]).range(of: wanted) != nil
  }

  /// Blocks a thread of its own, not one that Swift's tasks share.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  /// Moves bytes until the program and every output have ended.
  private func serve(_ outputs: [Stream: Int32]) {
    var open = outputs
    var outputs = outputs
    var isInputOpen = true
    var end: ContinuousClock.Instant?
    while true {
      if isMemoryWatched, end == nil { samplePeakMemory() }
      if end == nil, reap() { end = .now }
      // A program that this one has started may hold the outputs open for ever.
      if let end, open.isEmpty || ContinuousClock.now > end + .seconds(1) { break }
      if end == nil { killIfLate() }
      if isInputOpen, !writeInput() {
        isInputOpen = false
        closeUnlessOutput(inputDescriptor, outputs)
      }
      if condition.withLock({ isHangingUp && pendingInput.isEmpty }),
        let stream = outputs.first(where: { $0.value == inputDescriptor })?.key
      {
        close(inputDescriptor)
        isInputOpen = false
        open[stream] = nil
        outputs[stream] = nil
      }
      var polled = open.values.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&polled, nfds_t(polled.count), 5)
      for (stream, descriptor) in open where !read(descriptor, into: stream) {
        open[stream] = nil
      }
    }
    if isInputOpen { closeUnlessOutput(inputDescriptor, outputs) }
    for descriptor in outputs.values { close(descriptor) }
    condition.withLock {
      hasFinished = true
      condition.broadcast()
    }
  }

  /// Reads how much memory the program had at most up to now.
  ///
  /// What `wait4` says is no help: it counts the memory of this process, from which the program
  /// was started.
  private func samplePeakMemory() {
    guard
      let status = try? String(
        contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(separator: " ").compactMap({ Int($0) }).first
    else { return }
    condition.withLock { peakMemory = kibibytes << 10 }
  }

  private func reap() -> Bool {
    condition.withLock {
      var status: Int32 = 0
      var usage = rusage()
      guard wait4(processIdentifier, &status, WNOHANG, &usage) == processIdentifier else {
        return false
      }
      endStatus = status
      processorTime =
        .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + .microseconds(Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec))
      return true
    }
  }

  private func killIfLate() {
    condition.withLock {
      guard ContinuousClock.now >= deadline, !didTimeOut else { return }
      didTimeOut = true
      kill(-processIdentifier, SIGKILL)
    }
  }

  /// On a terminal input and output are one descriptor.
  private func closeUnlessOutput(_ descriptor: Int32, _ outputs: [Stream: Int32]) {
    if !outputs.values.contains(descriptor) { close(descriptor) }
  }

  /// Writes what fits; false when the input is over.
  private func writeInput() -> Bool {
    condition.withLock {
      if !pendingInput.isEmpty {
        let count = write(inputDescriptor, pendingInput, pendingInput.count)
        if count > 0 {
          pendingInput.removeFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
          pendingInput = []
          return false
        }
      }
      return !(pendingInput.isEmpty && isInputClosing)
    }
  }

  /// False at the end of the stream; a terminal that no process holds gives EIO.
  private func read(_ descriptor: Int32, into stream: Stream) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    condition.withLock {
      streams[stream, default: []].append(contentsOf: buffer[..<count])
      condition.broadcast()
    }
    return true
  }

  private static func spawn(_ program: RunProgram) throws -> ctest_process {
    var arguments = ([program.executable] + program.arguments).map { strdup($0) } + [nil]
    var environment = program.fullEnvironment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    let path = strdup(program.executable)
    let folder = program.workingFolder.flatMap { strdup($0) }
    defer { for text in arguments + environment + [path, folder] { free(text) } }
    return try arguments.withUnsafeMutableBufferPointer { arguments in
      try environment.withUnsafeMutableBufferPointer { environment in
        var process = ctest_process()
        var description = ctest_program()
        description.path = UnsafePointer(path)
        description.arguments = UnsafePointer(arguments.baseAddress)
        description.environment = UnsafePointer(environment.baseAddress)
        description.folder = UnsafePointer(folder)
        description.columns = program.terminal?.columns ?? 0
        description.rows = program.terminal?.rows ?? 0
        description.shows_output = program.terminal?.showsOutput == true ? 1 : 0
        let code = ctest_spawn(&description, &process)
        guard code == 0 else {
          throw SystemError(operation: "start \(program.executable)", code: code)
        }
        return process
      }
    }
  }

  private enum Stream {
    case output
    case errorOutput
  }

  /// A program that does not read its input must not end the tests.
  private static let ignoreBrokenPipes: Void = {
    _ = Foundation.signal(SIGPIPE, SIG_IGN)
  }()
}
