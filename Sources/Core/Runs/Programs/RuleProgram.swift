internal import CSystem
internal import Platform
internal import Synchronization

/// A running program of a rule, restricted to the granted permissions, that is ended with all
/// processes that it started. The thread that starts it has to live as long; when it ends, the
/// program is ended.
final class RuleProgram: Sendable {
  let call: ProgramCall
  /// The pipe to the program's standard input; writing does not block.
  let input: Int32
  let output: Int32
  private let errors: Int32
  private let launcher: ChildProcess
  private let state = Lock(State())

  private struct State {
    var isInputOpen = true
    var isOutputOpen = true
    var wasEnded = false
    var end: ProcessEnd?
  }

  /// Starts the program from its open file, with `capabilities` beyond reading and computing;
  /// throws ``RunProblem/missingProgram(_:)`` if the file has changed or can't be started.
  ///
  /// - Parameters:
  ///   - values: The texts in place of the call's ``ProgramCall/filled``.
  ///   - waitsForInput: True to start it only when there is input.
  init(
    _ file: ProgramFile, capabilities: [Capability], filledWith values: [[UInt8]] = [],
    waitsForInput: Bool = false
  ) throws(RunProblem) {
    let call = file.call
    if file.mayHaveChanged {
      throw ProgramPlace.missing(
        call, "\"\(file.path)\" has changed since permissions were looked at; run it again")
    }
    let executable = InstalledExecutable("shotflow-exec")
    guard let launcherPath = executable.path else { throw .missingProgram(executable.remedy) }
    let rights =
      capabilities.map { $0 == .write ? "w" : $0 == .network ? "n" : "" }.joined()
      + (waitsForInput ? "i" : "")
    func unstarted(_ problem: SpawnProblem) -> RunProblem {
      .missingProgram("can't start \"\(launcherPath)\": \(problem.text)")
    }
    let pipes: ProgramPipes
    do throws(SpawnProblem) { pipes = try ProgramPipes() } catch { throw unstarted(error) }
    let launcher: ChildProcess
    do throws(SpawnProblem) {
      defer { pipes.closeInner() }
      launcher = try ChildProcess(
        path: launcherPath,
        arguments: [
          "\(getpid())", rights.isEmpty ? "-" : rights, "\(call.memory)", file.path,
        ] + call.words.dropLast(values.count), values: values,
        descriptors: pipes.inner + [file.descriptor],
        environment: PythonEnvironment.of(
          call.words, in: ChildProcess.userEnvironment))
    } catch {
      _ = pipes.readReport()
      pipes.closeOuter()
      throw unstarted(error)
    }
    if let report = pipes.readReport() {
      pipes.closeOuter()
      _ = launcher.wait()
      throw .missingProgram(Self.reason(report, call, path: file.path))
    }
    self.call = call
    self.launcher = launcher
    input = pipes.input
    output = pipes.output
    errors = pipes.errors
  }

  private static func reason(
    _ report: LauncherReport, _ call: ProgramCall, path: String
  ) -> String {
    let place = "\(call.rulePath):\(call.line): exec: "
    func jail(_ capability: Capability, _ action: String) -> String {
      "\(place)this system can't keep \"\(call.name)\" from \(action); where you trust it, let the"
        + " rule's wants name \(capability.rawValue), and grant that"
    }
    return switch report.step {
    case "w": jail(.write, "writing files")
    case "n": jail(.network, "using the network")
    case "m": "\(place)can't bound the memory of \"\(call.name)\": \(report.cause)"
    case "t": "\(place)can't make a temporary folder: \(report.cause)"
    default: "\(place)can't start \"\(path)\": \(report.cause)"
    }
  }

  /// Asks the program and all processes that it started to end; ``problem`` then stays nil.
  func end() {
    state.withLock { state in
      guard state.end == nil else { return }
      state.wasEnded = true
      launcher.ask()
    }
  }

  func closeInput() {
    state.withLock { state in
      if state.isInputOpen { close(input) }
      state.isInputOpen = false
    }
  }

  func closeOutput() {
    state.withLock { state in
      if state.isOutputOpen { close(output) }
      state.isOutputOpen = false
    }
  }

  func finish(_ context: RunContext) {
    end()
    closeInput()
    closeOutput()
    watch(context)
  }

  /// A message about a crash or a status above 0; nil while it runs, and if shotflow ended it.
  var problem: String? {
    state.withLock { state in
      guard let end = state.end, end != .exited(0), !state.wasEnded else { return nil }
      return "\(call.title) \(end.text)"
    }
  }

  /// Forwards the program's standard error until it has ended; ends it when the run is cancelled.
  func watch(_ context: RunContext) {
    var lines = ProgramMessages(of: call, context.services.notices)
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        if context.cancellation.isCancelled { end() }
        var event = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, 50) > 0 else { continue }
        let count = read(errors, buffer.baseAddress, buffer.count)
        if count > 0 { lines.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        if count == 0 || count < 0 && errno != EINTR { break }
      }
    }
    lines.finish()
    close(errors)
    while !hasEnded {
      if context.cancellation.isCancelled { end() }
      usleep(2000)
    }
  }

  /// The way in which the program ended, such as `ended with status 1`; nil while it runs.
  var ending: String? {
    hasEnded ? state.withLock { $0.end?.text } : nil
  }

  private var hasEnded: Bool {
    // Locked, because another process may get its number once it was waited for.
    state.withLock { state in
      if state.end == nil { state.end = launcher.endIfOver() }
      return state.end != nil
    }
  }
}

/// The standard error of a program, forwarded line by line up to a limit for one run.
struct ProgramMessages {
  private let call: ProgramCall
  private let notices: RunNotices
  private var line: [UInt8] = []
  private var remaining = Self.most

  /// The limit in bytes, the same as for the output of a rule's `print`.
  static let most = 64 * 1024

  init(of call: ProgramCall, _ notices: RunNotices) {
    self.call = call
    self.notices = notices
  }

  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes where remaining > 0 {
      remaining -= 1
      if byte == UInt8(ascii: "\n") { finish() } else { line.append(byte) }
      if remaining == 0 {
        finish()
        notices.pass("\(call.title) said too much; the rest is left out")
      }
    }
  }

  mutating func finish() {
    if !line.isEmpty { notices.pass(String(decoding: line, as: UTF8.self)) }
    line.removeAll(keepingCapacity: true)
  }
}

struct ProgramPipes {
  let input: Int32
  let output: Int32
  let errors: Int32
  /// The pipe on which the launcher `shotflow-exec` reports an error.
  private let report: Int32
  /// The launcher's ends of the pipes, which become its descriptors 0 to 3.
  let inner: [Int32]

  init() throws(SpawnProblem) {
    var ends: [(read: Int32, write: Int32)] = []
    for _ in 0..<4 {
      var pair: [Int32] = [-1, -1]
      let problem = csystem_pipe(&pair)
      guard problem == 0 else {
        for pair in ends {
          close(pair.read)
          close(pair.write)
        }
        throw SpawnProblem(code: problem)
      }
      ends.append((pair[0], pair[1]))
    }
    input = ends[0].write
    output = ends[1].read
    errors = ends[2].read
    report = ends[3].read
    inner = [ends[0].read, ends[1].write, ends[2].write, ends[3].write]
    // A program that does not read must not block the thread that stops the run.
    _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK)
  }

  func closeInner() {
    for descriptor in inner { close(descriptor) }
  }

  func closeOuter() {
    closeInput()
    closeOutputs()
  }

  func closeInput() { close(input) }

  func closeOutputs() {
    for descriptor in [output, errors] { close(descriptor) }
  }

  /// Waits for the launcher; returns nil if it started the program, else its error report.
  func readReport() -> LauncherReport? { LauncherReport(from: report) }
}

/// The variables of programs in Python, which import `shotflow` and nothing from the working folder.
enum PythonEnvironment {
  private static let safePath = "PYTHONSAFEPATH="

  /// Returns an environment with the library's path in `PYTHONPATH`, without relative folders. With
  /// `-c` or `-m`, Python looks into the working folder first, unless `PYTHONSAFEPATH` is set
  /// (https://docs.python.org/3/using/cmdline.html). A script must not have that variable: it also
  /// hides the script's own folder.
  static func of(_ words: [String], in environment: [String]) -> [String] {
    let mark = "PYTHONPATH="
    let named = environment.last { $0.hasPrefix(mark) }?.dropFirst(mark.count) ?? ""
    let folders =
      [InstalledFolder("python").path].compactMap(\.self)
      + named.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    var rest = environment.filter { !$0.hasPrefix(mark) }
    if runsCode(words) { rest = rest.filter { !$0.hasPrefix(safePath) } + [safePath + "1"] }
    return folders.isEmpty ? rest : rest + [mark + folders.joined(separator: ":")]
  }

  /// True if Python is among the words, and its own options have `-c` or `-m`, also in a group such
  /// as `-Ic`.
  private static func runsCode(_ words: [String]) -> Bool {
    guard
      let python = words.firstIndex(where: { word in
        word.split(separator: "/").last?.hasPrefix("python") == true
      })
    else { return false }
    var rest = words[(python + 1)...]
    while let option = rest.popFirst(), option.hasPrefix("-") {
      if !option.hasPrefix("--"), option.contains("c") || option.contains("m") { return true }
      // Their value is the next word.
      if ["-W", "-X", "--check-hash-based-pycs"].contains(option) { _ = rest.popFirst() }
    }
    return false
  }
}
