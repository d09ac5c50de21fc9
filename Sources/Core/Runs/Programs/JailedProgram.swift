internal import CSystem
internal import Platform

/// A program of the system that a stage starts for its own work, with the restricted rights of
/// rules' programs.
///
/// ```swift
/// let tesseract = try JailedProgram(description.program, for: "ocr")
/// let text = try tesseract.run(["stdin", "stdout"], reading: picture, within: bounds) { isLeft }
/// ```
///
/// It is found in the absolute folders of PATH and opened once; this open file is started each
/// time. It gets arguments and variables that shotflow chooses, one open file, and a folder of its
/// own; it can write nothing else, unless its rights say so. It ends, with all that it started,
/// with shotflow, however that ends. Safe from any thread, any number of times; calls block.
package final class JailedProgram: Sendable {
  /// The name of the program.
  package let name: String
  /// The path of the program, without links.
  package let path: String
  /// The device, inode, size and times of the program's file, which change with its version.
  package let version: String
  private let descriptor: Int32
  private let rights: Rights

  /// The rights of a program besides reading and computing.
  package enum Rights: String, Sendable {
    case none = "-"
    case network = "n"
    /// All that the user may do. It runs in no user namespace, so that it sees the owners of files.
    case user = "wns"
  }

  /// The limits of a call.
  package struct Bounds: Sendable {
    /// The time limit of the call.
    package var time: Duration
    /// The maximal length of the output, in bytes.
    package var output: Int

    package init(time: Duration, output: Int) {
      self.time = time
      self.output = output
    }
  }

  /// The output of a call, and how it ended.
  package struct Outcome: Sendable {
    /// The exit status or signal.
    package let end: ProcessEnd
    /// The standard output.
    package let output: [UInt8]
    /// The first 4 KiB of the standard error.
    package let messages: [UInt8]
  }

  /// The reason why a call has no outcome.
  package enum Failure: Error, Hashable, Sendable {
    /// The call exceeded its time limit.
    case late
    /// The output exceeded its limit.
    case tooMuch
  }

  private static let longestMessage = 4 << 10

  /// - Parameters:
  ///   - stage: The name of the stage that needs the program.
  ///   - searchPath: Folders, joined by colons; nil for the variable PATH.
  /// - Throws: ``RunProblem/missingProgram(_:)`` if it is not found or can't be opened.
  package init(
    _ program: RequiredProgram, for stage: String, rights: Rights = .none,
    searchPath: String? = nil
  ) throws(RunProblem) {
    name = program.name
    guard let found = Self.path(of: program, in: searchPath), let real = RealPath(found) else {
      throw .missingProgram(
        "\(stage) needs the program \"\(name)\", which is not in PATH; install the package"
          + " \(program.package)")
    }
    self.rights = rights
    path = real.text
    descriptor = csystem_open_program(path)
    guard descriptor >= 0 else {
      throw .missingProgram(
        "can't open \"\(path)\": \(String(cString: strerror(errno)).lowercased())")
    }
    guard let status = FileStatus(descriptor: descriptor) else {
      close(descriptor)
      throw .missingProgram("can't open \"\(path)\"")
    }
    version = "\(status.device)-\(status.inode)-\(status.size)-\(status.modified)-\(status.changed)"
  }

  deinit { close(descriptor) }

  /// Returns the path of the program; nil if it is not installed. `searchPath` has folders, joined
  /// by colons; nil for the variable PATH.
  package static func path(of program: RequiredProgram, in searchPath: String? = nil) -> String? {
    let folders = searchPath ?? getenv("PATH").map { String(cString: $0) } ?? ""
    return ProgramPlace.find(program.name, in: folders)
  }

  /// Runs the program until it ends.
  ///
  /// - Parameters:
  ///   - variables: Environment variables as `NAME=value`, besides `TMPDIR` and those that locate
  ///     libraries.
  ///   - input: A file that is read from its beginning as standard input.
  ///   - files: Further open files, which the program has as descriptors from
  ///     ``firstFile`` on.
  ///   - isCancelled: Called from time to time; the program is ended once it returns true.
  /// - Throws: ``Failure``, or ``RunProblem`` if it can't be started or was cancelled.
  package func run(
    _ words: [String], variables: [String] = [], reading input: Int32, passing files: [Int32] = [],
    within bounds: Bounds,
    unless isCancelled: () -> Bool
  ) throws -> Outcome {
    lseek(input, 0, SEEK_SET)
    var call = try start(words, variables, input, files)
    defer { call.closePipes() }
    let end = ContinuousClock.now + bounds.time
    do {
      try call.read(until: end, atMost: bounds.output, unless: isCancelled)
      return Outcome(
        end: try call.wait(until: end, unless: isCancelled), output: call.output,
        messages: call.messages)
    } catch {
      call.launcher.ask()
      _ = call.launcher.wait()
      throw error
    }
  }

  /// The descriptor that the first passed file has in the program.
  package static let firstFile = 5

  private func start(
    _ words: [String], _ variables: [String], _ input: Int32, _ files: [Int32]
  ) throws(RunProblem) -> Call {
    let executable = InstalledExecutable("shotflow-exec")
    guard let launcherPath = executable.path else { throw .missingProgram(executable.remedy) }
    func unstarted(_ problem: SpawnProblem) -> RunProblem {
      .missingProgram("can't start \"\(launcherPath)\": \(problem.text)")
    }
    let pipes: ProgramPipes
    do throws(SpawnProblem) { pipes = try ProgramPipes() } catch { throw unstarted(error) }
    pipes.closeInput()
    let launcher: ChildProcess
    do throws(SpawnProblem) {
      defer { pipes.closeInner() }
      launcher = try ChildProcess(
        path: launcherPath,
        arguments: [
          "\(getpid())", rights.rawValue, "\(ProgramCall.usualMemory)", path, name,
        ] + words,
        descriptors: [input] + pipes.inner.dropFirst() + [descriptor] + files,
        environment: Self.usualVariables + variables)
    } catch {
      _ = pipes.readReport()
      pipes.closeOutputs()
      throw unstarted(error)
    }
    if let report = pipes.readReport() {
      pipes.closeOutputs()
      _ = launcher.wait()
      throw .missingProgram(reason(report))
    }
    return Call(launcher: launcher, pipes: pipes)
  }

  private func reason(_ report: LauncherReport) -> String {
    switch report.step {
    case "w": "this system can't keep \"\(path)\" from writing files, so it is not started"
    case "n": "this system can't keep \"\(path)\" from using the network, so it is not started"
    case "t": "can't make a temporary folder for \"\(path)\": \(report.cause)"
    default: "can't start \"\(path)\": \(report.cause)"
    }
  }

  private static var usualVariables: [String] {
    ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TMPDIR"].compactMap { (name: String) -> String? in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
  }

  /// One run of the program; only the thread that started it uses it, and it ends with the thread.
  private struct Call {
    let launcher: ChildProcess
    let pipes: ProgramPipes
    private(set) var output: [UInt8] = []
    private(set) var messages: [UInt8] = []

    init(launcher: ChildProcess, pipes: ProgramPipes) {
      self.launcher = launcher
      self.pipes = pipes
    }

    func closePipes() { pipes.closeOutputs() }

    mutating func read(
      until end: ContinuousClock.Instant, atMost limit: Int, unless isCancelled: () -> Bool
    ) throws {
      var requests = [pipes.output, pipes.errors].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while requests.contains(where: { $0.fd >= 0 }) {
        try check(end, isCancelled)
        guard poll(&requests, 2, 50) > 0 else { continue }
        for place in requests.indices where requests[place].revents != 0 {
          let count = Platform.read(requests[place].fd, &buffer, buffer.count)
          if count < 0, errno == EINTR || errno == EAGAIN { continue }
          if count <= 0 {
            requests[place].fd = -1
          } else if place == 0 {
            output += buffer[..<count]
          } else {
            messages += buffer[..<min(count, JailedProgram.longestMessage - messages.count)]
          }
        }
        if output.count > limit { throw Failure.tooMuch }
      }
    }

    /// Waits for the program to end, after it closed its output.
    func wait(
      until end: ContinuousClock.Instant, unless isCancelled: () -> Bool
    ) throws -> ProcessEnd {
      while true {
        if let end = launcher.endIfOver() { return end }
        try check(end, isCancelled)
        usleep(500)
      }
    }

    private func check(_ end: ContinuousClock.Instant, _ isCancelled: () -> Bool) throws {
      if isCancelled() { throw RunProblem.cancelled }
      if .now >= end { throw Failure.late }
    }
  }
}

extension StageRegistry {
  /// The system's programs that single stages need. `path` is nil if one is not installed; `text`
  /// is the path, or a message with the package to install.
  package var programs: [(name: String, path: String?, text: String)] {
    descriptions.compactMap { stage in
      stage.program.map { program in
        let path = JailedProgram.path(of: program)
        let remedy =
          "not installed; the stage \(stage.name) needs it: install the package \(program.package)"
        return (program.name, path, path ?? remedy)
      }
    }
  }
}
