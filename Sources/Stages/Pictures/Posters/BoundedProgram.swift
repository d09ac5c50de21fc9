internal import CSystem
internal import Decoding
internal import Platform

/// One run of a program that reads an open file and writes to its standard output, within limits.
struct BoundedProgram {
  let path: String
  let arguments: [String]
  let input: Int32
  let output: Int32

  static let inputNumber = 3
  /// The maximum size of the output: 64 MiB.
  private static let outputLimit = 64 << 20
  /// The limit of the program's memory in bytes: 4 GiB; a frame of 8K video takes less than 1 GiB.
  private static let memoryLimit: UInt64 = 4 << 30
  private static let processorSeconds: UInt64 = 30

  private struct Execution {
    let child: ChildProcess
    var allowance: DecoderTimeBudget
    var end: SuspendingClock.Instant
    let cancellation: Cancellation

    init(_ child: ChildProcess, _ time: Duration, _ cancellation: Cancellation) {
      self.child = child
      self.cancellation = cancellation
      allowance = DecoderTimeBudget(time, at: .now, usage: child.usage)
      end = allowance.firstEnd
    }
  }

  /// Runs the program to its end, and reduces `time` by that which it took, as
  /// ``DecoderTimeBudget`` counts it. Throws ``DecodeProblem``; `damaged` if the program fails or
  /// writes nothing.
  func finish(
    within time: inout Duration, unless cancellation: Cancellation
  ) throws(DecodeProblem) {
    var ends: [Int32] = [-1, -1]
    guard csystem_pipe(&ends) == 0 else {
      throw DecodeProblem(.outOfMemory, "there is no descriptor left for \"\(name)\"")
    }
    defer { close(ends[0]) }
    let child: ChildProcess
    do throws(SpawnProblem) {
      defer { close(ends[1]) }
      child = try ChildProcess(
        path: path, arguments: arguments, descriptors: [-1, ends[1], -1, input])
    } catch {
      throw DecodeProblem(.missingLibrary, "can't start \"\(path)\": \(error.text)")
    }
    _ = csystem_bound_process(child.number, Self.memoryLimit, 0, Self.processorSeconds)
    var watch = Execution(child, time, cancellation)
    let count: Int
    let end: ProcessEnd
    do throws(DecodeProblem) {
      count = try copy(from: ends[0], &watch)
      time = watch.allowance.left(at: .now, usage: child.usage)
      end = try conclude(child, &watch)
    } catch {
      time = min(time, watch.allowance.left(at: .now, usage: child.usage))
      child.end()
      _ = child.wait()
      throw error
    }
    guard end == .exited(0), count > 0 else {
      let reason = end == .exited(0) ? "makes no picture of it" : end.text
      throw DecodeProblem(.damaged, "\(name) \(reason)")
    }
  }

  private var name: Substring { path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst() }

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

  /// Waits for the end of the program, which follows the end of its output, and ends what it
  /// started.
  private func conclude(
    _ child: ChildProcess, _ watch: inout Execution
  ) throws(DecodeProblem) -> ProcessEnd {
    while !child.hasEnded {
      try check(&watch)
      usleep(500)
    }
    child.end()
    return child.wait()
  }

  private func check(_ watch: inout Execution) throws(DecodeProblem) {
    if watch.cancellation.isCancelled {
      throw DecodeProblem(.cancelled, "the run was interrupted")
    }
    let now = SuspendingClock.now
    guard now >= watch.end else { return }
    guard let next = watch.allowance.end(at: now, usage: watch.child.usage) else {
      throw DecodeProblem(.deadline, "\(name) took too long")
    }
    watch.end = next
  }
}
