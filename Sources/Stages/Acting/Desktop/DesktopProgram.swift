internal import Platform

/// A program of the user's desktop that gets a file or a text, such as a file manager.
package struct DesktopProgram: Hashable, Sendable {
  /// The absolute path of the program.
  package let path: String
  /// The arguments that precede those of each call, such as a subcommand.
  package let arguments: [String]

  /// The time to wait for the program's end, after which it is left running.
  private static let patience = Duration.seconds(5)

  /// Finds a program in the absolute folders of `PATH`; nil if it is in none of them.
  package init?(_ name: String, _ arguments: [String] = []) {
    let folders = (Self.variable("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    guard let path = folders.map({ "\($0)/\(name)" }).first(where: Self.isProgram) else {
      return nil
    }
    self.path = path
    self.arguments = arguments
  }

  /// Returns an environment variable; nil if it is unset or empty.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  private var name: Substring { path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst() }

  /// Runs the program, with no descriptor of the run but the input.
  ///
  /// - Parameters:
  ///   - further: arguments after its own.
  ///   - input: its standard input; nil for an empty one.
  /// - Throws: ``FileProblem`` if it can't be started, or fails.
  func run(_ further: [String] = [], input: Int32? = nil) throws(FileProblem) {
    let child = try start(further, [input ?? -1, -1, -1])
    guard let end = Self.end(of: child, within: Self.patience) else { return }
    guard end == .exited(0) else { throw FileProblem("\(name) \(end.text)") }
  }

  /// Returns the first 4 KiB of the program's output; nil if it can't be started, fails or is late.
  package func answer(within patience: Duration) -> String? {
    guard let output = NamelessFile(),
      let child = try? start([], [-1, output.descriptor, -1])
    else { return nil }
    guard let end = Self.end(of: child, within: patience) else {
      child.end()
      _ = child.wait()
      return nil
    }
    return end == .exited(0) ? Self.text(in: output) : nil
  }

  /// Runs the program to its end, which the user waits for; throws ``FileProblem`` with its message
  /// if it can't be started, fails or is late, and then goes on.
  func succeed(within patience: Duration) throws(FileProblem) {
    guard let output = NamelessFile() else { throw FileProblem(error: errno) }
    let child = try start([], [-1, output.descriptor, output.descriptor])
    guard let end = Self.end(of: child, within: patience) else {
      throw FileProblem("\(name) is not done after \(patience.components.seconds) seconds")
    }
    guard end != .exited(0) else { return }
    let message = Self.text(in: output).split(whereSeparator: \.isNewline).last
    throw FileProblem("\(name) \(message.map { "says: \($0)" } ?? end.text)")
  }

  private static let longestAnswer = 4096

  private static func text(in output: NamelessFile) -> String {
    var bytes = [UInt8](repeating: 0, count: longestAnswer)
    let count = pread(output.descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func start(
    _ further: [String], _ descriptors: [Int32]
  ) throws(FileProblem) -> ChildProcess {
    do throws(SpawnProblem) {
      return try ChildProcess(
        path: path, arguments: arguments + further, descriptors: descriptors,
        environment: ChildProcess.userEnvironment)
    } catch {
      throw FileProblem("can't start \"\(path)\": \(error.text)")
    }
  }

  /// Returns how the process ended; nil if it still runs after `patience`.
  private static func end(of child: ChildProcess, within patience: Duration) -> ProcessEnd? {
    let end = ContinuousClock.now + patience
    repeat {
      if let end = child.endIfOver() { return end }
      usleep(2000)
    } while ContinuousClock.now < end
    return nil
  }
}

/// The desktop's program that opens files and addresses with the default program of their type.
package struct DesktopOpener {
  let program: DesktopProgram

  /// Finds the program in `PATH`; nil without one.
  init?() {
    let openers = [DesktopProgram("xdg-open"), DesktopProgram("gio", ["open"])]
    guard let program = openers.compactMap(\.self).first else { return nil }
    self.program = program
  }

  static let remedy =
    "there is no program \"xdg-open\" or \"gio\" in PATH; install the package xdg-utils"

  /// Opens an address in the user's browser; throws ``FileProblem`` if that fails.
  package static func open(_ address: String) throws(FileProblem) {
    guard let opener = DesktopOpener() else { throw FileProblem(remedy) }
    try opener.program.run([address])
  }
}
