internal import Platform

/// A program of the user's desktop that is handed a file or a text.
package struct DesktopProgram: Hashable, Sendable {
  package let path: String
  package let arguments: [String]

  /// How long its end is waited for; one that goes on is left to itself.
  private static let patience = Duration.seconds(5)

  /// Finds a program in the folders of `PATH` that are absolute.
  ///
  /// - Returns: nil where it is in none of them.
  package init?(_ name: String, _ arguments: [String] = []) {
    let folders = (Self.variable("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    guard let path = folders.map({ "\($0)/\(name)" }).first(where: Self.isProgram) else {
      return nil
    }
    self.path = path
    self.arguments = arguments
  }

  /// A variable of the environment; nil for one that is empty.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  private var name: Substring { path[(path.lastIndex(of: "/") ?? path.startIndex)...].dropFirst() }

  /// Starts it, with nothing of the run but one file.
  ///
  /// - Parameters:
  ///   - further: words behind its own.
  ///   - input: what it reads on its standard input; nil for nothing.
  /// - Throws: ``FileProblem`` when it can't be started, or ends with a problem.
  func run(_ further: [String] = [], input: Int32? = nil) throws(FileProblem) {
    let child = try start(further, [input ?? -1, -1, -1])
    guard let end = Self.end(of: child, within: Self.patience) else { return }
    guard end == .exited(0) else { throw FileProblem("\(name) \(end.text)") }
  }

  /// Starts it, and gives the beginning of what it prints.
  ///
  /// - Returns: nil where it can't be started, ends with a problem or takes longer.
  package func answer(within patience: Duration) -> String? {
    guard let output = NamelessFile(),
      let child = try? start([], [-1, output.descriptor, -1])
    else { return nil }
    guard let end = Self.end(of: child, within: patience) else {
      child.end()
      _ = child.wait()
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Self.longestAnswer)
    let count = pread(output.descriptor, &bytes, bytes.count, 0)
    guard end == .exited(0), count >= 0 else { return nil }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private static let longestAnswer = 4096

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

  /// How it ended; nil while it goes on.
  private static func end(of child: ChildProcess, within patience: Duration) -> ProcessEnd? {
    let end = ContinuousClock.now + patience
    repeat {
      if let end = child.endIfOver() { return end }
      usleep(2000)
    } while ContinuousClock.now < end
    return nil
  }
}
