internal import CSystem
internal import Files
internal import Pipeline
internal import Platform
internal import Synchronization
internal import Terminal

/// The process that serves a page to the browser, with pipes for its requests and the answers.
final class PageHelper: Sendable {
  /// The descriptor from which the process's requests are read.
  let requests: Int32
  /// The descriptor to which answers are written; closing it ends the process.
  let answers: Int32
  private let child: ChildProcess
  private let isEnded = Lock(false)
  private let outcome = Lock<ProcessEnd?>(nil)

  /// The time in which the program has to send its address, in milliseconds.
  private static let patience: Int32 = 10_000
  static let program = "shotflow-page"
  private static let longestAddress = 4096

  /// Starts the process that serves a page with the title. Throws ``RunProblem/missingProgram(_:)``
  /// if it can't be started.
  init(_ title: String) throws(RunProblem) {
    let executable = InstalledExecutable(Self.program)
    guard let path = executable.path else { throw .missingProgram(executable.remedy) }
    var (request, answer): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard csystem_pipe(&request) == 0 else { throw Self.noPipe }
    guard csystem_pipe(&answer) == 0 else {
      for end in request { close(end) }
      throw Self.noPipe
    }
    requests = request[0]
    answers = answer[1]
    defer {
      close(request[1])
      close(answer[0])
    }
    do throws(SpawnProblem) {
      child = try ChildProcess(
        path: path,
        arguments: [title, Environment["SHOTFLOW_PAGE_TIME"] ?? ""],
        descriptors: [answer[0], request[1], STDERR_FILENO])
    } catch {
      close(request[0])
      close(answer[1])
      throw .missingProgram("can't start \"\(path)\": \(error.text)")
    }
  }

  private static let noPipe = RunProblem.missingProgram("there is no descriptor left for a page")

  /// Closes the pipe of answers, which ends the process.
  func endAnswers() {
    let isFirst = isEnded.withLock { isEnded in
      defer { isEnded = true }
      return !isEnded
    }
    if isFirst { close(answers) }
  }

  /// Writes a line with a new state of the page; nothing if the process has ended.
  func write(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Platform.write(answers, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno != EINTR { return }
    }
  }

  /// Closes both pipes, which ends the program, and waits for its end.
  func end() {
    endAnswers()
    close(requests)
    _ = wait()
  }

  /// Waits for the end of the program; returns false if it failed, crashed or was killed.
  func wait() -> Bool {
    let end = outcome.withLock { end in
      let known = end ?? child.wait()
      end = known
      return known
    }
    return end == .exited(0) || end == .unknown
  }

  /// Returns the address of the page, which the program sends first. Throws
  /// ``RunProblem/missingProgram(_:)`` if it doesn't arrive in time.
  func address() throws(RunProblem) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    var request = pollfd(fd: requests, events: Int16(POLLIN), revents: 0)
    while line.count < Self.longestAddress, poll(&request, 1, Self.patience) > 0,
      read(requests, &byte, 1) == 1
    {
      if byte != UInt8(ascii: "\n") {
        line.append(byte)
        continue
      }
      let address = line.withUnsafeBytes { text in
        (try? JSONElement(checking: text, deepest: 2))?[first: "address"]?.string
      }
      if let address { return address }
      break
    }
    throw .missingProgram("\(Self.program) did not begin to serve the page")
  }
}
