internal import CSystem
internal import Platform
internal import Synchronization

/// A pipe that bypasses a program, for records of assets that the program must not get. It connects
/// the parts of the run before and after the program.
final class BypassPipe: Sendable {
  /// The descriptor to write records to, which does not block.
  let input: Int32
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

  func closeInput() {
    isOpen.withLock { isOpen in
      if isOpen.input { close(input) }
      isOpen.input = false
    }
  }

  func closeOutput() {
    isOpen.withLock { isOpen in
      if isOpen.output { close(output) }
      isOpen.output = false
    }
  }
}
