internal import CSystem
internal import Platform
internal import Synchronization

/// A way past a program, for records of assets that it must not get: from the part of a run before it
/// to the part behind it.
final class DetourPipe: Sendable {
  /// Where records are written; nothing that is written there is waited for by the system.
  let input: Int32
  /// Where they are read.
  let output: Int32
  private let isOpen = Lock((input: true, output: true))

  /// - Throws: ``RunProblem/missingProgram(_:)`` when the process has no descriptor left.
  init() throws(RunProblem) {
    var ends: [Int32] = [-1, -1]
    let problem = csystem_pipe(&ends)
    guard problem == 0 else {
      throw .missingProgram("can't make a pipe: \(String(cString: strerror(problem)).lowercased())")
    }
    (output, input) = (ends[0], ends[1])
    _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    closeInput()
    closeOutput()
  }

  /// No more records come.
  func closeInput() {
    isOpen.withLock { isOpen in
      if isOpen.input { close(input) }
      isOpen.input = false
    }
  }

  /// Nobody wants more records.
  func closeOutput() {
    isOpen.withLock { isOpen in
      if isOpen.output { close(output) }
      isOpen.output = false
    }
  }
}
