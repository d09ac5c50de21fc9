internal import CSystem
internal import Decoding
internal import Platform

/// One run of a program that reads an open file and writes to its standard output, within limits. It
/// can write no file and not use the network, where the system can see to that, and it ends with all
/// that it started, also if this process is killed.
struct BoundedProgram {
  let path: String
  let arguments: [String]
  let input: Int32
  let output: Int32

  /// The path by which the program opens its input, which is its standard input.
  static let inputPath = "/dev/fd/0"
  /// The maximum size of the output: 64 MiB.
  private static let outputLimit = 64 << 20
  /// The limit of the program's memory in MiB; a frame of 8K video takes less than 1 GiB.
  private static let memoryLimit = 4096
  private static let processorSeconds: UInt64 = 30
  /// The launcher starts the process that starts the program, which may start others.
  private static let generations = 3

  private struct Execution {
    let child: ChildProcess
    var allowance: DecoderTimeBudget
    var end: SuspendingClock.Instant
    let cancellation: Cancellation

    init(_ child: ChildProcess, _ time: Duration, _ cancellation: Cancellation) {
      self.child = child
      self.cancellation = cancellation
      allowance = DecoderTimeBudget(
        time, at: .now, usage: child.usage(generations: BoundedProgram.generations))
      end = allowance.firstEnd
    }

    var usage: ProcessUsage? { child.usage(generations: BoundedProgram.generations) }
  }

  /// Runs the program to its end, and reduces `time` by that which it took, as
  /// ``DecoderTimeBudget`` counts it. Throws ``DecodeProblem``; `damaged` if the program fails or
  /// writes nothing.
  func finish(
    within time: inout Duration, unless cancellation: Cancellation
  ) throws(DecodeProblem) {
    let (child, pipe) = try start()
    defer { close(pipe) }
    var watch = Execution(child, time, cancellation)
    let count: Int
    let end: ProcessEnd
    do throws(DecodeProblem) {
      count = try copy(from: pipe, &watch)
      time = watch.allowance.left(at: .now, usage: watch.usage)
      end = try conclude(&watch)
    } catch {
      time = min(time, watch.allowance.left(at: .now, usage: watch.usage))
      child.ask()
      _ = child.wait()
      throw error
    }
    guard end == .exited(0), count > 0 else {
      let reason = end == .exited(0) ? "makes no picture of it" : end.text
      throw DecodeProblem(.damaged, "\(name) \(reason)")
    }
  }

  private var name: Substring { path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst() }

  /// Starts the program in a jail, or without one where that can't be had.
  private func start() throws(DecodeProblem) -> (child: ChildProcess, pipe: Int32) {
    guard let resolved = realpath(path, nil) else {
      throw unstarted(SpawnProblem(code: errno).text)
    }
    defer { free(resolved) }
    let program = csystem_open_program(resolved)
    guard program >= 0 else { throw unstarted(SpawnProblem(code: errno).text) }
    defer { close(program) }
    let words = ["\(Self.memoryLimit)", String(cString: resolved), String(name)] + arguments
    var reason = ""
    for rights in ["-", "wn"] {
      let (child, pipe, report) = try launch(program, [rights] + words)
      guard let problem = report else { return (child, pipe) }
      close(pipe)
      _ = child.wait()
      reason = problem.cause
    }
    throw unstarted(reason)
  }

  /// Starts the launcher, and waits until it has started the program or reports why it can't.
  private func launch(_ program: Int32, _ words: [String]) throws(DecodeProblem) -> (
    child: ChildProcess, pipe: Int32, report: LauncherReport?
  ) {
    let launcher = InstalledExecutable("shotflow-exec")
    guard let launcherPath = launcher.path else {
      throw DecodeProblem(.missingLibrary, launcher.remedy)
    }
    var (output, report): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard csystem_pipe(&output) == 0, csystem_pipe(&report) == 0 else {
      for end in output where end >= 0 { close(end) }
      throw DecodeProblem(.outOfMemory, "there is no descriptor left for \"\(name)\"")
    }
    let child: ChildProcess
    do throws(SpawnProblem) {
      defer { for pipe in [output, report] { close(pipe[1]) } }
      child = try ChildProcess(
        path: launcherPath, arguments: ["\(getpid())"] + words,
        descriptors: [input, output[1], -1, report[1], program])
    } catch {
      for pipe in [output, report] { close(pipe[0]) }
      throw unstarted(error.text)
    }
    _ = csystem_bound_process(child.number, 0, Self.processorSeconds)
    return (child, output[0], LauncherReport(from: report[0]))
  }

  private func unstarted(_ reason: String) -> DecodeProblem {
    DecodeProblem(.missingLibrary, "can't start \"\(path)\": \(reason)")
  }

  private func copy(from pipe: Int32, _ watch: inout Execution) throws(DecodeProblem) -> Int {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var total = 0
    while true {
      try check(&watch)
      var event = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 50) > 0 else { continue }
      let count = read(pipe, &buffer, buffer.count)
      if count == 0 { return total }
      guard count > 0 else { continue }
      total += count
      guard total <= Self.outputLimit else {
        throw DecodeProblem(.tooLarge, "\(name) makes a picture of more than 64 MiB")
      }
      try write(buffer[..<count])
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(DecodeProblem) {
    var rest = bytes
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { bytes in
        Platform.write(output, bytes.baseAddress, bytes.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        throw DecodeProblem(
          .notWritten,
          "can't write a video's picture: \(String(cString: strerror(errno)).lowercased())")
      }
      rest = rest.dropFirst(written)
    }
  }

  /// Waits for the launcher's end, which follows that of the program and of what it started.
  private func conclude(_ watch: inout Execution) throws(DecodeProblem) -> ProcessEnd {
    while !watch.child.hasEnded {
      try check(&watch)
      usleep(500)
    }
    return watch.child.wait()
  }

  private func check(_ watch: inout Execution) throws(DecodeProblem) {
    if watch.cancellation.isCancelled {
      throw DecodeProblem(.cancelled, "the run was interrupted")
    }
    let now = SuspendingClock.now
    guard now >= watch.end else { return }
    guard let next = watch.allowance.end(at: now, usage: watch.usage) else {
      throw DecodeProblem(.deadline, "\(name) took too long")
    }
    watch.end = next
  }
}
