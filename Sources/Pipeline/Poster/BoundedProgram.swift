internal import CSystem
internal import Decoding

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// One run of a program that reads an open file and writes to its standard output, within bounds.
struct BoundedProgram {
  let path: String
  let arguments: [String]
  let input: Int32
  let output: Int32

  /// By this number the program has the input.
  static let inputNumber = 3
  /// The longest result: 64 MiB.
  private static let outputLimit = 64 << 20
  /// A frame of 8K video takes less than a quarter of it.
  private static let memoryLimit: UInt64 = 4 << 30
  private static let processorSeconds: UInt64 = 20

  /// Runs it to its end.
  ///
  /// - Throws: ``DecodeProblem``; as damaged when the program ends with a problem or writes nothing.
  func finish(
    by deadline: SuspendingClock.Instant, unless cancellation: Cancellation
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
    do throws(DecodeProblem) {
      let count = try copy(from: ends[0], by: deadline, unless: cancellation)
      try conclude(child, wrote: count > 0, by: deadline, unless: cancellation)
    } catch {
      child.end()
      _ = child.wait()
      throw error
    }
  }

  private var name: Substring { path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst() }

  /// Copies what it writes, and returns how many bytes that were.
  private func copy(
    from pipe: Int32, by deadline: SuspendingClock.Instant, unless cancellation: Cancellation
  ) throws(DecodeProblem) -> Int {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var total = 0
    while true {
      try check(deadline, cancellation)
      var event = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard poll(&event, 1, 50) > 0 else { continue }
      let count = read(pipe, &buffer, buffer.count)
      if count == 0 { return total }
      guard count > 0 else { continue }
      total += count
      guard total <= Self.outputLimit else {
        throw DecodeProblem(.tooLarge, "\(name) makes a picture of more than 64 MiB")
      }
      guard write(output, buffer, count) == count else {
        throw DecodeProblem(
          .notWritten,
          "can't write a video's picture: \(String(cString: strerror(errno)).lowercased())")
      }
    }
  }

  /// Waits for its end, which follows that of what it writes.
  private func conclude(
    _ child: ChildProcess, wrote: Bool, by deadline: SuspendingClock.Instant,
    unless cancellation: Cancellation
  ) throws(DecodeProblem) {
    while true {
      if let end = child.endIfOver() {
        guard end == .exited(0), wrote else {
          let reason = end == .exited(0) ? "makes no picture of it" : end.text
          throw DecodeProblem(.damaged, "\(name) \(reason)")
        }
        return
      }
      try check(deadline, cancellation)
      usleep(500)
    }
  }

  private func check(
    _ deadline: SuspendingClock.Instant, _ cancellation: Cancellation
  ) throws(DecodeProblem) {
    if cancellation.isCancelled { throw DecodeProblem(.cancelled, "the run was interrupted") }
    if .now >= deadline { throw DecodeProblem(.deadline, "\(name) took too long") }
  }
}
